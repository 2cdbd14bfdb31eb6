import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Read } from '../../../components/read.tsx'
import { StaleBar } from '../../../components/states.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { objectBlock, type Place } from '../api.ts'
import { words } from '../words.ts'
import styles from './object.module.css'

type Name = keyof (typeof words)['none']
type Props<N extends Name> = {
  readonly place: Place
  readonly name: N
  readonly title: string
  readonly isWide?: boolean
  readonly children: (items: NonNullable<Wire.ObjectView[N]>) => ReactNode
}

/** A part of an object, which loads on its own and says what it asked. */
export function ObjectBlock<N extends Name>({ place, name, title, isWide = false, children }: Props<N>) {
  const id = useId()
  const found = useQuery(objectBlock(useHeddle(), place, name))
  const items = found.data?.[name]
  return (
    <section aria-labelledby={id} className={styles.block} data-wide={isWide || undefined}>
      <h2 id={id}>
        {title}
        {items !== undefined && <span className={styles.count}>{items.length}</span>}
      </h2>
      <Read of={found} failure={words.failure} permission="queries.execute_savedquery">
        {({ problems, more, asked }) => (
          <>
            {problems.map(({ block, message }) => (
              <StaleBar key={block}>{message}</StaleBar>
            ))}
            {items?.length === 0 && <p className={styles.quiet}>{words.none[name]}</p>}
            {items !== undefined && items.length > 0 && children(items)}
            {more.length > 0 && <p className={styles.quiet}>{words.more}</p>}
            <details className={styles.asked}>
              <summary>{words.asked(asked.length)}</summary>
              <ul>
                {asked.map((path) => (
                  <li key={path}>
                    <code>{path}</code>
                  </li>
                ))}
              </ul>
            </details>
          </>
        )}
      </Read>
    </section>
  )
}
