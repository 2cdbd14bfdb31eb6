import { type FabricFacts, fabricFacts } from '@heddle/domain/fabric/fabric-facts.ts'
import type { ControllerQuery } from '@heddle/domain/controller-query/controller-query.ts'
import { countQuery } from '@heddle/domain/controller-query/count-query.ts'
import { renderPath } from '@heddle/domain/controller-query/render-path.ts'
import { LRUCache } from 'lru-cache'
import type { ControllerPool, ControllerTarget } from '../../adapters/controller/controller-pool.ts'
import type { ControllerFailure } from '../../adapters/outbound/controller-failure.ts'
import type { Clock } from '../../kernel/clock.ts'
import { MINUTE, SECOND } from '../../kernel/durations.ts'

/** What was read of a fabric, or why nothing was. */
export type FactsReading =
  | { readonly ok: true; readonly facts: FabricFacts; readonly readAt: Date }
  | { readonly ok: false; readonly failure: ControllerFailure }

/** Whether a controller knows a class, or why nobody can tell. */
export type ClassReading =
  { readonly ok: true; readonly isKnown: boolean } | { readonly ok: false; readonly failure: ControllerFailure }

type KeptClass = { readonly atMs: number; readonly reading: Promise<ClassReading> }

type Kept = {
  readonly revision: ControllerTarget['revision']
  readonly atMs: number
  readonly reading: Promise<FactsReading>
}
type Attributes = Readonly<Record<string, string>>

const KEPT_MS = 10 * MINUTE
const MOST_CONNECTIONS = 1_000
const MOST_CLASSES = 10_000
const DEADLINE_MS = 15 * SECOND
/** Nodes of one answer, which stays small; most fabrics need one. */
const PAGE_SIZE = 300
const MOST_PAGES = 20

/** The facts of fabrics, each read at most once in ten minutes: those who ask at the same time share the request. */
export class FabricFactsReader {
  readonly #kept = new LRUCache<string, Kept>({ max: MOST_CONNECTIONS })
  readonly #classes = new LRUCache<string, KeptClass>({ max: MOST_CLASSES })
  readonly #controllers: Pick<ControllerPool, 'client'>
  readonly #clock: Clock

  constructor({ controllers, clock }: { readonly controllers: Pick<ControllerPool, 'client'>; readonly clock: Clock }) {
    this.#controllers = controllers
    this.#clock = clock
  }

  async read(target: ControllerTarget, { isFresh = false } = {}): Promise<FactsReading> {
    const { connectionId, revision } = target
    const now = this.#clock.now().getTime()
    const kept = this.#kept.get(connectionId)
    if (!isFresh && kept?.revision === revision && kept.atMs > now - KEPT_MS) return kept.reading
    const reading = this.#ask(target)
    this.#kept.set(connectionId, { revision, atMs: now, reading })
    // A failure reaches all who wait for it, and is forgotten.
    const { ok } = await reading
    if (!ok && this.#kept.peek(connectionId)?.reading === reading) this.#kept.delete(connectionId)
    return reading
  }

  /** Asked at most once in ten minutes, with one small request. */
  async knows(target: ControllerTarget, className: string): Promise<ClassReading> {
    const key = JSON.stringify([target.connectionId, target.revision, className])
    const now = this.#clock.now().getTime()
    const kept = this.#classes.get(key)
    if (kept !== undefined && kept.atMs > now - KEPT_MS) return kept.reading
    const reading = this.#askFor(target, className)
    this.#classes.set(key, { atMs: now, reading })
    const { ok } = await reading
    if (!ok && this.#classes.peek(key)?.reading === reading) this.#classes.delete(key)
    return reading
  }

  async #askFor(target: ControllerTarget, class_name: string): Promise<ClassReading> {
    const path = countQuery({ target: { kind: 'class', class_name } })
    const answer = await this.#controllers.client(target).getJson(path, { signal: AbortSignal.timeout(DEADLINE_MS) })
    if (answer.ok) return { ok: true, isKnown: true }
    return answer.failure.reason === 'unknown_class' ? { ok: true, isKnown: false } : answer
  }

  async #ask(target: ControllerTarget): Promise<FactsReading> {
    const nodes = await this.#readClass(target, 'fabricNode')
    if (!nodes.ok) return nodes
    const facts = fabricFacts(nodes.objects)
    const readAt = this.#clock.now()
    if (facts.version !== null) return { ok: true, facts, readAt }
    const running = await this.#readClass(target, 'firmwareCtrlrRunning')
    if (!running.ok) return running.failure.reason === 'unknown_class' ? { ok: true, facts, readAt } : running
    return { ok: true, facts: fabricFacts(nodes.objects, running.objects), readAt }
  }

  async #readClass(
    target: ControllerTarget,
    class_name: string,
  ): Promise<{ readonly ok: true; readonly objects: readonly Attributes[] } | Extract<FactsReading, { ok: false }>> {
    const query: ControllerQuery = { target: { kind: 'class', class_name }, order_by: class_name }
    const signal = AbortSignal.timeout(DEADLINE_MS)
    const objects: Attributes[] = []
    for (let page = 0; page < MOST_PAGES; page += 1) {
      const path = renderPath(query, { page, size: PAGE_SIZE })
      const answer = await this.#controllers.client(target).getJson(path, { signal })
      if (!answer.ok) return answer
      objects.push(...answer.imdata.flatMap((item) => Object.values(item)).map(({ attributes }) => attributes))
      if ((page + 1) * PAGE_SIZE >= answer.totalCount) break
    }
    return { ok: true, objects }
  }
}
