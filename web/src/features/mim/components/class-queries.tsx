import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Read } from '../../../components/read.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { classUse } from '../api.ts'
import { words } from '../words.ts'
import styles from './class-queries.module.css'

/** The saved queries that use a class, and which of its properties. */
export function ClassQueries({ name }: { readonly name: string }) {
  const found = useQuery(classUse(useHeddle(), name))
  return (
    <Read of={found} failure={words.queriesFailure(name)} permission="queries.view_savedquery">
      {(use) => <Found use={use} />}
    </Read>
  )
}

function Found({ use: { queries, query_count: count, truncated } }: { readonly use: Wire.ClassUseReply }) {
  return (
    <div className={styles.part}>
      <p className={styles.quiet}>{words.usedIn(count, truncated)}</p>
      <ul className={styles.queries}>
        {queries.map(({ id, name, created_by: owner, properties }) => (
          <li key={id}>
            <Link to="/queries/saved-queries/$id/" params={{ id }} search={{}}>
              {name}
            </Link>{' '}
            {owner !== null && <span className={styles.quiet}>{words.of(owner)}</span>}
            {properties.length > 0 && <code className={styles.properties}>{properties.join(', ')}</code>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** In how many queries a property is used, once the queries of its class were read. */
export function usePropertyUse(name: string): ReadonlyMap<string, number> {
  const { data } = useQuery({ ...classUse(useHeddle(), name), enabled: false })
  return new Map(data?.properties.map(({ property, query_count: count }) => [property, count]))
}
