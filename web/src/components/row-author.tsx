import type { Wire } from '../lib/api/wire.ts'
import styles from './text.module.css'
import { TimeText } from './time-text.tsx'
import { words } from './words.ts'

/** Who changed a row last, and when; how, and who did before, for those who point at it. */
export function RowAuthor({ blame }: { readonly blame: Wire.RowBlame }) {
  const [newest] = blame.entries
  if (newest === undefined)
    return <span className={styles.author}>{blame.status === 'none' ? words.author.none : words.author.unknown}</span>
  return (
    <span className={styles.author} title={titleOf(blame)}>
      {[...new Set(blame.entries.map(({ user }) => user))].join(', ')} · <TimeText at={newest.at} />
    </span>
  )
}

const titleOf = ({ entries, more }: Wire.RowBlame): string =>
  [
    ...entries.map(
      ({ at, user, action, affected, changes }) =>
        `${at.slice(0, 19).replace('T', ' ')} ${user} ${words.author.actions[action]} ${affected} ${changes}`,
    ),
    ...(more ? [words.author.more] : []),
  ].join('\n')
