import { ViewMenu } from './rows-grid/view-menu.tsx'
import type { View } from './views/saved-views.ts'

type Search = Readonly<Partial<Record<string, string>>>
type Props = {
  /** What is listed, as in its key: `users`. */
  readonly of: string
  readonly search: Search
  /** The parameters that narrow or order the list; all but the page unless given. */
  readonly names?: readonly string[]
  /** With `undefined` for what the view leaves out. */
  readonly onSearch: (changed: Search) => void
}

/** The filters of a list that were given a name: one's own, and a link to share one. */
export function ListViews({ of, search, names, onSearch }: Props) {
  const ours = Object.entries(search).filter(([name]) => (names ? names.includes(name) : name !== 'page'))
  const without = Object.fromEntries([...ours.map(([name]) => name), 'page'].map((name) => [name, undefined]))
  return (
    <ViewMenu
      place={`list ${of}`}
      view={Object.fromEntries(ours)}
      onView={(view: View) => onSearch({ ...without, ...view })}
    />
  )
}
