// A graph like the web: pages on hosts, in the order of hosts, that copy links from each other.
//
// Hosts. The vertices are cut into equal blocks, and a block is cut in two at a random place again
// and again. A piece becomes a host with probability 1/8, or when it is too small to cut. Sizes
// then follow a power law: one level down there are 7/8 * 2 times as many pieces of half the size,
// so the density falls as size^-(1 + log2(7/4)), about size^-1.8, up to the size of a block.
//
// Links (the copying model of Kumar et al., Stochastic models for the web graph, FOCS 2000). A page
// has a prototype, a page with a smaller number, 15 times in 16 on its own host. Five links in
// eight are those that its prototype has at the same position, if it has as many. Of the others
// nine in ten go to a random page of its host, and the rest to other hosts, to the host of rank r
// about 1/r as often as to the first. Copying makes in-degrees heavy tailed.
//
// Everything is a hash of seed and page, so the links of any page can be computed at any time,
// without memory. A copied link is found by following prototypes until a link that is not copied,
// less than three steps on average. Only integers are used, so the graph is the same on every
// machine.
#ifndef AKIN_SRC_GENERATE_WEB_MODEL_H_
#define AKIN_SRC_GENERATE_WEB_MODEL_H_

#include <cstdint>
#include <string>
#include <vector>

#include "akin/types.h"
#include "base/random.h"

namespace akin {

class WebModel {
 public:
  struct Host {
    VertexId first = 0;  // the home page
    VertexId pages = 0;
    bool Has(VertexId page) const { return page - first < pages; }  // wraps around below first
  };

  // At least 2 vertices; the degree is less than that.
  WebModel(VertexId vertices, uint32_t degree, uint64_t seed);

  VertexId vertices() const { return vertices_; }
  Host HostOf(VertexId page) const;
  // Sets `targets` to the targets of a page of this host: ascending, distinct, never the page
  // itself.
  void Links(VertexId page, const Host& host, std::vector<VertexId>& targets) const;
  // Appends the name of a page, such as https://www.h000123.example/d3/p00042.html. The number of
  // the host is that of its first page. Names sort like their pages.
  void AppendUrl(VertexId page, const Host& host, std::string& text) const;

 private:
  uint32_t Slots(VertexId page) const;
  VertexId Target(VertexId page, Host host, uint32_t slot) const;
  VertexId RemoteTarget(VertexId page, uint32_t slot) const;

  VertexId vertices_;
  VertexId smallest_host_;
  VertexId block_;
  uint64_t slots_scale_;
  unsigned ranks_;  // popularity ranks go up to 2^ranks_
  int host_digits_;
  int page_digits_;
  RandomStream cuts_, slots_, prototypes_, links_, remote_, places_;
};

}  // namespace akin

#endif  // AKIN_SRC_GENERATE_WEB_MODEL_H_
