// A program of somebody who knows our API by its description alone: `api.d.ts` is made of it.
//
//   node api_client.js follow URL REPOSITORY DIFF     posts a diff and follows its review
//   node api_client.js find URL SHA SINCE             lists reviews of a commit
//   node api_client.js ask URL REPOSITORY HEAD        asks for the review of a commit, once
//
// Prints what it has seen as one line of JSON. The token is in the variable TOKEN.

import { readFile } from "node:fs/promises";
import { argv, env } from "node:process";
import createClient from "openapi-fetch";
import type { components, operations, paths } from "./api.js";

type Schemas = components["schemas"];
type Finding = Schemas["finding.v1.Finding"];
type Problem = Schemas["Problem"];
type Summary = Schemas["review.v1.ReviewSummary"];
type Filter = NonNullable<operations["listReviews"]["parameters"]["query"]>;
type ReviewEvent = operations["watchReview"]["responses"]["200"]["content"]["text/event-stream"];

const [command, baseUrl = "", ...rest] = argv.slice(2);
const [first = "", second = ""] = rest;
const client = createClient<paths>({
  baseUrl,
  headers: env.TOKEN === undefined ? {} : { Authorization: `Bearer ${env.TOKEN}` },
});

/** What a call may still ask for, by its headers. */
function limitsOf(response: Response) {
  const number = (name: string) => Number(response.headers.get(name) ?? "NaN");
  return {
    limit: number("RateLimit-Limit"),
    remaining: number("RateLimit-Remaining"),
    reset: number("RateLimit-Reset"),
    retryAfter: response.headers.get("Retry-After"),
  };
}

function failed(problem: Problem): never {
  throw new Error(`${problem.status} ${problem.title}: ${problem.detail} (${problem.request_id})`);
}

/** The events of a stream as they come. */
async function* eventsOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<ReviewEvent> {
  let text = "";
  const decoder = new TextDecoder();
  for await (const bytes of stream) {
    text += decoder.decode(bytes, { stream: true });
    for (let end = text.indexOf("\n\n"); end >= 0; end = text.indexOf("\n\n")) {
      const lines = text.slice(0, end).split("\n");
      text = text.slice(end + 2);
      const field = (name: string) =>
        lines.filter((line) => line.startsWith(name)).map((line) => line.slice(name.length));
      const [event] = field("event: ");
      if (event === undefined) continue; // A comment that keeps the connection open.
      yield { event, data: JSON.parse(field("data: ").join("\n")) } as ReviewEvent;
    }
  }
}

/** To its end: the stages it went through, and its last summary. */
async function follow(id: string): Promise<{ stages: string[]; last: Summary }> {
  const { data, error } = await client.GET("/api/v1/reviews/{id}/events", {
    params: { path: { id } },
    parseAs: "stream",
  });
  if (error) failed(error);
  const stages: string[] = [];
  let last: Summary | undefined;
  for await (const event of eventsOf(data!)) {
    switch (event.event) {
      case "progress":
        stages.push(event.data.stage);
        break;
      case "review":
        last = event.data;
        break;
      case "problem":
        return failed(event.data);
      case "end":
        if (last === undefined) throw new Error("the stream ends without a review");
        return { stages, last };
    }
  }
  throw new Error("the stream breaks off");
}

function placeOf(finding: Finding): [string, string, number] {
  // @ts-expect-error: what the description does not name cannot be read.
  void finding.no_such_member;
  return [finding.rule_id, finding.range?.path ?? "", finding.range?.first_line ?? 0];
}

async function submitDiff(repository: string, diff: string) {
  const { data, error, response } = await client.POST("/api/v1/reviews", {
    params: { query: { name: "topic.diff", repository } },
    headers: { "Content-Type": "text/x-diff" },
    body: diff,
    bodySerializer: (text) => text,
  });
  if (error) failed(error);
  const id = data.review?.id ?? "";
  const { stages, last } = await follow(id);
  const findings = await client.GET("/api/v1/reviews/{id}/findings", { params: { path: { id } } });
  if (findings.error) failed(findings.error);
  return {
    status: response.status,
    location: response.headers.get("Location"),
    limits: limitsOf(response),
    id,
    isNew: data.is_new,
    stages: [...new Set(stages)],
    state: last.state,
    counts: last.counts,
    findings: findings.data.findings.map(placeOf),
  };
}

async function find(sha: string, since: string) {
  const listed = async (query: Filter) => {
    const { data, error } = await client.GET("/api/v1/reviews", { params: { query } });
    return error ? error : data.reviews.map((review) => review.id);
  };
  // @ts-expect-error: a state that there is not.
  void ((): Filter => ({ states: ["finished"] }));
  return {
    ofCommit: await listed({ sha }),
    since: await listed({ since, states: ["done", "failed"], order: "oldest" }),
    before: await listed({ until: since }),
    later: await listed({ since: "2999-01-01" }),
    misspelled: await listed({ since: "last week" }),
    unknown: (await client.GET("/api/v1/reviews/{id}", { params: { path: { id: "none" } } })).error,
    stranger: (
      await createClient<paths>({ baseUrl }).GET("/api/v1/rules/{id}", {
        params: { path: { id: "mutable-default" } },
      })
    ).error,
  };
}

async function ask(path: string, head: string) {
  const { data, error, response } = await client.POST("/api/v1/reviews", {
    body: { ref: { local: { path, mode: "MODE_RANGE", base: `${head}~1`, head } } },
  });
  return {
    status: response.status,
    limits: limitsOf(response),
    id: data?.review?.id,
    problem: error,
  };
}

switch (command) {
  case "follow":
    console.log(JSON.stringify(await submitDiff(first, await readFile(second, "utf8"))));
    break;
  case "find":
    console.log(JSON.stringify(await find(first, second)));
    break;
  case "ask":
    console.log(JSON.stringify(await ask(first, second)));
    break;
  default:
    throw new Error(`what is ${command}?`);
}
