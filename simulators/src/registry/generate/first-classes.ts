import type { ClassSpec } from '../model/class-spec.ts'

/** The first `count` classes, ordered so that superclasses, a container and relation ends precede their users. */
export function firstClasses(specs: readonly ClassSpec[], count: number): ClassSpec[] {
  const byName = new Map(specs.map((spec) => [spec.name, spec]))
  const ordered = new Map<string, ClassSpec>()
  const visit = (name: string | undefined, waiting: ReadonlySet<string>) => {
    const spec = name === undefined ? undefined : byName.get(name)
    if (!spec || ordered.has(spec.name) || waiting.has(spec.name)) return
    const inner = new Set([...waiting, spec.name])
    for (const needed of needs(spec)) visit(needed, inner)
    ordered.set(spec.name, spec)
  }
  for (const { name } of specs) visit(name, new Set())
  return [...ordered.values()].slice(0, Math.max(0, count))
}

function needs({ superClass, parents, relation }: ClassSpec): (string | undefined)[] {
  return [superClass, parents[0], relation?.from, relation?.to, relation?.target]
}
