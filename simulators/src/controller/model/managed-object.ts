/** Which attributes an object has; shared by objects of the same shape, so that two million of them fit in memory. */
export type Layout = {
  readonly className: string
  /** Attributes whose values are in the object's `values`, in that order. */
  readonly slots: readonly string[]
  /** Attributes with the same value in every object of this layout. */
  readonly constants: ReadonlyMap<string, string>
  readonly slotOf: ReadonlyMap<string, number>
  readonly writers: Map<string, ObjectWriter>
}

/** JSON text of an object with gaps; `sources` says which value fills each gap. */
export type ObjectWriter = { readonly pieces: readonly string[]; readonly sources: readonly number[] }

/** One object of the tree. Ghosts (empty class name) take the place of parents that do not exist. */
export type ManagedObject = {
  readonly dn: string
  layout: Layout
  values: readonly string[]
  readonly parent: ManagedObject | undefined
  children: ManagedObject[] | undefined
  alive: boolean
}

export function isGhost(object: ManagedObject): boolean {
  return object.layout.className === ''
}

/** Walks the real objects below `top`, excluding `top`. */
export function* descendants(top: ManagedObject): Generator<ManagedObject> {
  for (const child of top.children ?? []) {
    if (!isGhost(child)) yield child
    if (child.children) yield* descendants(child)
  }
}

/** Direct children; a ghost is replaced by the nearest real objects below it. */
export function childrenOf(top: ManagedObject): ManagedObject[] {
  const children = top.children ?? []
  return children.some(isGhost) ? children.flatMap((child) => (isGhost(child) ? childrenOf(child) : [child])) : children
}
