import { Link } from '@tanstack/react-router'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../form-words.ts'
import styles from './schedule.module.css'

type Query = Pick<Wire.SavedQuery, 'id' | 'expect'>

/** What makes a schedule report rows: that its query expects none, which is said there. */
export function WhenItHasRows({ query: { id, expect } }: { readonly query: Query }) {
  if (expect?.rows?.max === 0) return <p className={styles.aim}>{words.tell.expectsNoRows}</p>
  return (
    <p className={styles.aim}>
      {expect === null ? words.tell.expectsNothing : words.tell.expectsElse}{' '}
      <Link to="/queries/saved-queries/$id/" params={{ id }} search={{ view: 'edit' }}>
        {words.tell.declare}
      </Link>
    </p>
  )
}
