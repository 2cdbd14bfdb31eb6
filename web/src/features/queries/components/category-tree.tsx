import { Link } from '@tanstack/react-router'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import styles from './category-tree.module.css'

type Props = { readonly categories: readonly Wire.QueryCategory[]; readonly category: string | undefined; readonly isFavorite: boolean }

/** Where to look: everywhere, among the favorites, or in one category. */
export function CategoryTree({ categories, category, isFavorite }: Props) {
  const isCurrent = (id: string | undefined) => !isFavorite && category === id
  return (
    <nav aria-label={words.categories} className={styles.tree}>
      <ul>
        <Entry text={words.all} search={{}} isCurrent={isCurrent(undefined)} />
        <Entry text={words.favorites} search={{ is_favorite: 'true' }} isCurrent={isFavorite} />
      </ul>
      {categories.length > 0 && <h2 className={styles.heading}>{words.categories}</h2>}
      <Level parent={null} categories={categories} isCurrent={isCurrent} />
    </nav>
  )
}

type LevelProps = {
  readonly parent: number | null
  readonly categories: readonly Wire.QueryCategory[]
  readonly isCurrent: (id: string) => boolean
}

function Level({ parent, categories, isCurrent }: LevelProps) {
  const here = categories.filter((category) => category.parent === parent)
  if (here.length === 0) return null
  return (
    <ul className={parent === null ? undefined : styles.below}>
      {here.map(({ id, name, query_count }) => (
        <Entry key={id} text={name} count={query_count} search={{ category: String(id) }} isCurrent={isCurrent(String(id))}>
          <Level parent={id} categories={categories} isCurrent={isCurrent} />
        </Entry>
      ))}
    </ul>
  )
}

type EntryProps = {
  readonly text: string
  readonly count?: number
  readonly search: Record<string, string>
  readonly isCurrent: boolean
  readonly children?: React.ReactNode
}

const Entry = ({ text, count, search, isCurrent, children }: EntryProps) => (
  <li>
    <Link
      to="/queries/saved-queries/"
      search={search}
      className={`${styles.entry} ${isCurrent ? styles.current : ''}`}
      {...(isCurrent && { 'aria-current': 'true' as const })}
    >
      <span className={styles.text}>{text}</span>
      {count !== undefined && count > 0 && <span className={styles.count}>{count}</span>}
    </Link>
    {children}
  </li>
)
