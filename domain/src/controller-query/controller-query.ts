/** Filters become text only in the last step, so plans stay data. Property names are qualified when rendered. */
export type ControllerFilter =
  | {
      readonly op: 'eq' | 'ne' | 'lt' | 'gt' | 'le' | 'ge' | 'wcard'
      readonly class_name: string
      readonly property: string
      readonly value: string
    }
  | {
      readonly op: 'bw'
      readonly class_name: string
      readonly property: string
      readonly low: string
      readonly high: string
    }
  | { readonly op: 'anybit'; readonly class_name: string; readonly property: string; readonly value: string }
  | { readonly op: 'and' | 'or'; readonly items: readonly ControllerFilter[] }
  | { readonly op: 'not'; readonly item: ControllerFilter }

/** One query to the controller, without page parameters. */
export type ControllerQuery = {
  readonly target:
    { readonly kind: 'class'; readonly class_name: string } | { readonly kind: 'mo'; readonly dn: string }
  readonly query_target?: 'children' | 'subtree'
  readonly target_classes?: readonly string[]
  readonly filter?: ControllerFilter
  readonly subtree?: {
    readonly depth: 'children' | 'full'
    readonly classes: readonly string[]
    /** Only when one class is listed. */
    readonly filter?: ControllerFilter
    /** Leave out objects with nothing matching below them. */
    readonly required: boolean
  }
  /** Only records of this time: `<from>|<to>`. */
  readonly time_range?: string
  readonly naming_only?: boolean
  /** Class whose `dn` orders the answer; pages without an order overlap, so without it only the first may be read. */
  readonly order_by?: string
  /** A property of that class that orders the answer before `dn` does. */
  readonly sort?: { readonly property: string; readonly descending: boolean }
}

/** An object as the rules see it: with its full DN and its nested children. All attribute values are strings. */
export type ManagedObject = {
  readonly class_name: string
  readonly dn: string
  readonly attributes: Readonly<Record<string, string>>
  readonly children: readonly ManagedObject[]
}
