// A little memory put aside for the moment when there is none left.
//
// Where memory is scarce a call ends with std::bad_alloc, and what it had made is destroyed on the
// way out. That should not need memory, but two parts that we use do need it, and end the process
// if they get none: the destructor of a JSON document keeps a list of what is still to be
// destroyed, and a library that a running program opened, as Python does, gets its thread-local
// variables only when a thread first uses them.
#ifndef AKIN_MEMORY_RESERVE_H_
#define AKIN_MEMORY_RESERVE_H_

#include <functional>
#include <stop_token>
#include <thread>

namespace akin {

// From now on the first allocation that fails releases a reserve before it throws. To be called
// when a process begins, and when it begins something new: the reserve may have been used up.
// Throws std::bad_alloc if there is no memory for a reserve.
//
// This installs a handler by std::set_new_handler, which concerns the whole process, so the library
// does not do it by itself; the command line and the Python module do. A handler that was there
// before is still called.
void HoldMemoryReserve();
// Whether an allocation has failed since it was first called.
bool MemoryWasRefused();

// Starts a thread, and returns when it has its thread-local variables. Throws std::bad_alloc, or
// std::system_error if the system has no thread for us.
std::jthread StartThread(std::function<void(const std::stop_token&)> work);

}  // namespace akin

#endif  // AKIN_MEMORY_RESERVE_H_
