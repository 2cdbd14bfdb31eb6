import type { ClassTable } from '../model/class-table.ts'
import { writeAttributes, type AttributeChoice } from '../model/layout.ts'
import type { ManagedObject } from '../model/managed-object.ts'
import { problems } from '../problem/controller-problem.ts'
import type { Query, QueryLimits } from './query.ts'
import type { Nested, SubtreeRules } from './subtree.ts'

/** Attributes that are not configuration, for classes the table does not know. */
const BOOKKEEPING: ReadonlySet<string> = new Set([
  'childAction',
  'extMngdBy',
  'lcOwn',
  'modTs',
  'monPolDn',
  'status',
  'uid',
  'userdom',
])

/** Writes objects as JSON text; counts what it writes and refuses to exceed the limit. */
export class AnswerWriter {
  readonly #choice: AttributeChoice
  readonly #rules: SubtreeRules
  readonly #limits: QueryLimits
  readonly #turn: number
  #written = 0

  constructor(query: Query, rules: SubtreeRules, table: ClassTable, limits: QueryLimits, turn: number) {
    this.#choice = attributeChoice(query.properties, table)
    this.#rules = rules
    this.#limits = limits
    this.#turn = turn
  }

  get written(): number {
    return this.#written
  }

  write(object: ManagedObject): string {
    this.#count()
    return writeAttributes(object, this.#choice, undefined) + this.#writeChildren(object, this.#rules.nestedIn(object))
  }

  #writeChildren(container: ManagedObject, children: readonly Nested[]): string {
    if (children.length === 0) return '}}'
    const texts = rotate(children, this.#turn).map((child) => this.#writeNested(container, child))
    return `,"children":[${texts.join(',')}]}}`
  }

  #writeNested(container: ManagedObject, { object, isTarget, children }: Nested): string {
    this.#count()
    const rn = isTarget ? undefined : object.dn.slice(container.dn === '' ? 0 : container.dn.length + 1)
    return writeAttributes(object, this.#choice, rn) + this.#writeChildren(object, children)
  }

  #count(): void {
    if (++this.#written > this.#limits.maxObjects) throw problems.tooBig(this.#limits.tooBigStatus)
  }
}

function attributeChoice(properties: Query['properties'], table: ClassTable): AttributeChoice {
  if (properties === 'all') return { key: 'all', shows: () => true }
  const shows = (className: string, attribute: string) => {
    const property = table.get(className)?.properties.get(attribute)
    if (properties === 'naming-only') return property?.naming === true
    return property ? property.configurable : !BOOKKEEPING.has(attribute)
  }
  return { key: properties, shows }
}

function rotate<T>(items: readonly T[], turn: number): T[] {
  const start = turn % items.length
  return [...items.slice(start), ...items.slice(0, start)]
}
