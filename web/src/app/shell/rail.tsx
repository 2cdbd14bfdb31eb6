import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { BrandMark } from '../../components/mark.tsx'
import { useProfile } from '../../lib/session/context.tsx'
import { AREAS } from './areas.ts'
import styles from './rail.module.css'
import { words } from './words.ts'

const STORED = 'heddle-rail'
/** A canvas needs all the room there is, unless its user wants the words. */
const WIDE_PAGES = /^\/queries\/saved-queries\/[^/]+/

/** The areas, as words; two letters of each when there is little room. */
export function Rail() {
  const { permissions } = useProfile()
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORED))
  const needsRoom = useRouterState({ select: ({ location }) => WIDE_PAGES.test(location.pathname) })
  const isNarrow = chosen === null ? needsRoom : chosen === 'narrow'
  const areas = AREAS.filter(({ permission }) => permission === undefined || permissions.includes(permission))

  function handleFold() {
    const next = isNarrow ? 'wide' : 'narrow'
    localStorage.setItem(STORED, next)
    setChosen(next)
  }

  return (
    <nav aria-label={words.main} className={`${styles.rail} ${isNarrow ? styles.narrow : ''}`}>
      <Link to="/" className={styles.brand} aria-label={words.startPage}>
        <BrandMark size={26} />
        <span className={styles.word}>Heddle</span>
      </Link>
      <ul className={styles.areas}>
        {areas.map(({ name, to }) => (
          <li key={name}>
            <Link
              to={to}
              className={styles.area}
              activeProps={{ className: styles.current ?? '' }}
              title={isNarrow ? name : undefined}
            >
              <span className={styles.short} aria-hidden>
                {name.slice(0, 2)}
              </span>
              <span className={styles.word}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className={styles.fold}
        aria-expanded={!isNarrow}
        aria-label={words.wideRail}
        onClick={handleFold}
      >
        <span aria-hidden>{isNarrow ? '»' : '«'}</span>
      </button>
    </nav>
  )
}
