import { type Family, counter, gauge, histogram, sampleName } from './family.js';
import { Histogram } from './histogram.js';
import { processMetrics } from './process.js';

interface ObservedRequest {
  readonly method: string;
  /** The pattern of its route, so that there is one sample per route and not one per document. */
  readonly route: string;
  readonly status: number;
  readonly ms: number;
}

interface RouteCounts {
  readonly method: string;
  readonly route: string;
  readonly duration: Histogram;
  readonly byStatus: Map<number, number>;
}

/** Counts the requests and the statements of a project, and measures this process. */
export class Metrics {
  readonly #routes = new Map<string, RouteCounts>();
  readonly #statements = { duration: new Histogram(), ok: 0, failed: 0 };
  readonly #process = processMetrics();
  #underWay = 0;

  begin(): void {
    this.#underWay++;
  }

  /** Takes a begun request out of the count, because the request is counted under another spelling of its path. */
  drop(): void {
    this.#underWay--;
  }

  end({ method, route, status, ms }: ObservedRequest): void {
    this.#underWay--;
    const key = `${method} ${route}`;
    let counts = this.#routes.get(key);
    if (counts === undefined) {
      counts = { method, route, duration: new Histogram(), byStatus: new Map() };
      this.#routes.set(key, counts);
    }
    counts.duration.add(ms / 1000);
    counts.byStatus.set(status, (counts.byStatus.get(status) ?? 0) + 1);
  }

  statement({ ms, failed }: { readonly ms: number; readonly failed: boolean }): void {
    this.#statements.duration.add(ms / 1000);
    this.#statements[failed ? 'failed' : 'ok']++;
  }

  families(): readonly Family[] {
    const { duration, ok, failed } = this.#statements;
    const requests = 'content_gen_requests_total';
    const statements = 'content_gen_statements_total';
    const routes = [...this.#routes.values()];
    return [
      counter(requests, 'Answered requests', [
        ...routes.flatMap(({ method, route, byStatus }) =>
          [...byStatus].map(
            ([status, count]) => [sampleName(requests, { method, route, status: String(status) }), count] as const,
          ),
        ),
      ]),
      histogram(
        'content_gen_request_seconds',
        'Time from the arrival of a request to its answer',
        routes.map(({ method, route, duration: times }) => ({ labels: { method, route }, times })),
      ),
      gauge('content_gen_requests_under_way', 'Requests without an answer yet', this.#underWay),
      counter(statements, 'Statements of requests', [
        [sampleName(statements, { result: 'ok' }), ok],
        [sampleName(statements, { result: 'failed' }), failed],
      ]),
      histogram('content_gen_statement_seconds', 'Time of a statement, the wait for a connection included', [
        { labels: {}, times: duration },
      ]),
      ...this.#process.families(),
    ];
  }
}
