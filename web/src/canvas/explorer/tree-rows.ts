import type { Wire } from '../../lib/api/wire.ts'

export type TreeNode = Wire.MimTreeNode

/** One line of the class model: a class on a path, or a note that its children are being read. */
export type ModelRow = {
  /** The path from the root: a class can be in many places. */
  readonly key: string
  readonly level: number
  readonly position: number
  readonly siblings: number
  readonly node: TreeNode | undefined
  readonly isOpen: boolean | undefined
}

type Read = { readonly nodes: readonly TreeNode[] } | undefined

/** The lines of the tree with these paths open. `childrenOf` is undefined while they are being read. */
export function modelRows(
  roots: readonly TreeNode[],
  open: ReadonlySet<string>,
  childrenOf: (name: string) => Read,
): readonly ModelRow[] {
  const rows: ModelRow[] = []
  const walk = (nodes: readonly TreeNode[], path: string, level: number) => {
    nodes.forEach((node, index) => {
      const key = path === '' ? node.class_name : `${path}/${node.class_name}`
      const isOpen = node.has_children ? open.has(key) : undefined
      rows.push({ key, level, position: index + 1, siblings: nodes.length, node, isOpen })
      if (isOpen !== true) return
      const children = childrenOf(node.class_name)
      if (children) walk(children.nodes, key, level + 1)
      else rows.push({ key: `${key}/`, level: level + 1, position: 1, siblings: 1, node: undefined, isOpen: undefined })
    })
  }
  walk(roots, '', 1)
  return rows
}

/** The class at the end of a path. */
export const classAt = (key: string): string => key.slice(key.lastIndexOf('/') + 1)
