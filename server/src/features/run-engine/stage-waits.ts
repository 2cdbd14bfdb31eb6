type Span = { readonly from: number; readonly sent: number; readonly to: number }

/** Adds up how long a stage waited for its turn at the controller, with no request under way. */
export function watchStageWaits(now: () => number) {
  const spans: Span[] = []
  return {
    watch: async <T extends { readonly waitedMs?: number }>(request: Promise<T>): Promise<T> => {
      const from = now()
      const answer = await request
      spans.push({ from, sent: from + (answer.waitedMs ?? 0), to: now() })
      return answer
    },
    waitedMs: (): number => Math.round(waitedAlone(spans)),
  }
}

/** The length of all times in which some request waits and none has been sent. */
export function waitedAlone(spans: readonly Span[]): number {
  const edges = spans
    .flatMap(({ from, sent, to }) => [
      { at: from, waiting: 1, sent: 0 },
      { at: sent, waiting: -1, sent: 1 },
      { at: to, waiting: 0, sent: -1 },
    ])
    .sort((one, other) => one.at - other.at)
  let total = 0
  let [waiting, sent] = [0, 0]
  for (const [index, edge] of edges.entries()) {
    if (waiting > 0 && sent === 0) total += edge.at - edges[index - 1]!.at
    waiting += edge.waiting
    sent += edge.sent
  }
  return total
}
