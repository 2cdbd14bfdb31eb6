import { useQueries } from '@tanstack/react-query'
import { useHeddle } from '../../lib/session/context.tsx'
import { classDetail } from '../model/class-queries.ts'
import { ClassRow } from './class-row.tsx'
import styles from './explorer.module.css'
import type { Favorites } from './favorites.ts'
import { Group } from './group.tsx'
import { words } from './words.ts'

/** Classes that the user keeps at hand. */
export function FavoriteList({
  favorites,
  onAdd,
}: {
  readonly favorites: Favorites
  readonly onAdd: (name: string) => void
}) {
  const heddle = useHeddle()
  // Labels of classes that were read already; names say enough to read nothing for them.
  const details = useQueries({
    queries: favorites.names.map((name) => ({ ...classDetail(heddle, name), enabled: false })),
  })
  return (
    <Group title={words.favorites}>
      {favorites.names.length === 0 && <p className={styles.quiet}>{words.noFavorites}</p>}
      <ul className={styles.rows}>
        {favorites.names.map((name, index) => (
          <ClassRow
            key={name}
            name={name}
            label={details[index]?.data?.display_name}
            isFavorite
            onAdd={() => onAdd(name)}
            onFavorite={() => favorites.toggle(name)}
          />
        ))}
      </ul>
    </Group>
  )
}
