import { useCallback, useState } from 'react'
import { words } from './words.ts'

export type LayoutPart = 'classes' | 'inspector' | 'rows'

/** Which side panels are closed, and whether the rows have the whole height. */
export type Layout = Readonly<Record<LayoutPart, boolean>>

const KEY = 'heddle-layout'
const OPEN: Layout = { classes: false, inspector: false, rows: false }

/** How somebody arranged the workspace; this browser remembers which side panels are closed. */
export function useLayout() {
  const [layout, setLayout] = useState<Layout>(() => ({ ...OPEN, ...remembered() }))
  const toggle = useCallback(
    (part: LayoutPart) =>
      setLayout((before) => {
        const next = { ...before, [part]: !before[part] }
        localStorage.setItem(KEY, JSON.stringify({ classes: next.classes, inspector: next.inspector }))
        return next
      }),
    [],
  )
  return { layout, toggle }
}

export const layoutActions = (toggle: (part: LayoutPart) => void) => [
  { id: 'workspace-classes', text: words.layout.classes, keys: 'Ctrl B', onSelect: () => toggle('classes') },
  { id: 'workspace-inspector', text: words.layout.inspector, keys: 'Ctrl I', onSelect: () => toggle('inspector') },
  { id: 'workspace-rows', text: words.layout.rows, keys: 'M', onSelect: () => toggle('rows') },
]

function remembered(): Partial<Layout> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const { classes, inspector } = (kept ?? {}) as Readonly<Record<string, unknown>>
    return { classes: classes === true, inspector: inspector === true }
  } catch {
    // Written by something else: the panels are open.
    return {}
  }
}
