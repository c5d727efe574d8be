// What others than front ends ask of a back end: the health service, and single questions.
#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "health.grpc.pb.h"
#include "server/backend_server.h"
#include "server/replica_channel.h"

namespace akin::server {
namespace {

using grpc::health::v1::HealthCheckRequest;
using grpc::health::v1::HealthCheckResponse;

class HealthTest : public testing::Test {
 protected:
  HealthTest() {
    backend_.Put({.facts = {.index = "psimrank", .vertices = 10, .shards = 1, .held = {0}},
                  .ask = [](const PartQuestion& question, const auto&) -> Result<PartAnswer> {
                    return PartAnswer{.unlisted = question.vertex};
                  }});
    auto server = BackendServer::Listen({.port = 0}, backend_);
    EXPECT_TRUE(server.ok()) << server.status().message();
    server_ = std::move(*server);
    channel_ = grpc::CreateChannel("127.0.0.1:" + std::to_string(server_->port()),
                                   grpc::InsecureChannelCredentials());
    health_ = grpc::health::v1::Health::NewStub(channel_);
  }

  static HealthCheckRequest About(const std::string& service) {
    HealthCheckRequest request;
    request.set_service(service);
    return request;
  }

  Backend backend_;
  std::unique_ptr<BackendServer> server_;
  std::shared_ptr<grpc::Channel> channel_;
  std::unique_ptr<grpc::health::v1::Health::Stub> health_;
};

TEST_F(HealthTest, SaysThatItIsWell) {
  for (const std::string service : {"", "akin.v1.Part"}) {
    grpc::ClientContext context;
    HealthCheckResponse response;
    ASSERT_TRUE(health_->Check(&context, About(service), &response).ok());
    EXPECT_EQ(response.status(), HealthCheckResponse::SERVING);
  }
  grpc::ClientContext context;
  HealthCheckResponse response;
  EXPECT_EQ(health_->Check(&context, About("akin.v2.Part"), &response).error_code(),
            grpc::StatusCode::NOT_FOUND);
}

TEST_F(HealthTest, TellsThoseWhoWatchThatItEnds) {
  grpc::ClientContext context;
  const auto watch = health_->Watch(&context, About(""));
  HealthCheckResponse response;
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::SERVING);
  server_->Drain(std::chrono::seconds(60));
  ASSERT_TRUE(watch->Read(&response));
  EXPECT_EQ(response.status(), HealthCheckResponse::NOT_SERVING);
  EXPECT_FALSE(watch->Read(&response));
}

TEST_F(HealthTest, EndsWithThoseWhoWatchNoMore) {
  for (const std::string service : {"", "another"}) {
    grpc::ClientContext context;
    const auto watch = health_->Watch(&context, About(service));
    HealthCheckResponse response;
    ASSERT_TRUE(watch->Read(&response));
    EXPECT_EQ(response.status(), service.empty() ? HealthCheckResponse::SERVING
                                                 : HealthCheckResponse::SERVICE_UNKNOWN);
    context.TryCancel();
    EXPECT_EQ(watch->Finish().error_code(), grpc::StatusCode::CANCELLED);
  }
  server_ = nullptr;  // and none of them is waited for
}

TEST_F(HealthTest, AnswersSingleQuestions) {
  const auto part = v1::Part::NewStub(channel_);
  v1::Question question;
  question.set_vertex(7);
  question.add_shards(0);
  grpc::ClientContext context;
  v1::Answer answer;
  const grpc::Status status = part->Ask(&context, question, &answer);
  ASSERT_TRUE(status.ok()) << status.error_message();
  EXPECT_EQ(answer.unlisted(), 7U);
  question.set_vertex(10);
  grpc::ClientContext again;
  EXPECT_EQ(part->Ask(&again, question, &answer).error_code(), grpc::StatusCode::INVALID_ARGUMENT);
}

// It need not wait for those who may ask again.
TEST_F(HealthTest, EndsConversationsInWhichNothingIsAsked) {
  const auto part = v1::Part::NewStub(channel_);
  grpc::ClientContext context;
  const auto conversation = part->Converse(&context);
  v1::Question question;
  question.add_shards(0);
  v1::Answer answer;
  for (unsigned vertex = 3; vertex < 6; ++vertex) {
    question.set_vertex(vertex);
    ASSERT_TRUE(conversation->Write(question) && conversation->Read(&answer));
    EXPECT_EQ(answer.unlisted(), vertex);
  }
  server_->Drain(std::chrono::hours(1));
  EXPECT_FALSE(conversation->Read(&answer));
  EXPECT_FALSE(conversation->Finish().ok());
}

TEST_F(HealthTest, AConversationEndsWhenTheQuestionsDo) {
  const auto part = v1::Part::NewStub(channel_);
  grpc::ClientContext context;
  const auto conversation = part->Converse(&context);
  conversation->WritesDone();
  v1::Answer answer;
  EXPECT_FALSE(conversation->Read(&answer));
  EXPECT_TRUE(conversation->Finish().ok());
}

}  // namespace
}  // namespace akin::server
