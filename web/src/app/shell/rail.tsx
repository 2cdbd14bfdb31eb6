import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { useMedia } from '../../components/use-media.ts'
import { BrandMark } from '../../components/mark.tsx'
import { useProfile } from '../../lib/session/context.tsx'
import { AreaIcon } from './area-icon.tsx'
import { areaOf, AREAS } from './areas.ts'
import styles from './rail.module.css'
import { words } from './words.ts'

const STORED = 'heddle-rail'
/** A canvas needs all the room there is, unless its user wants the words; so does every page on a smaller screen. */
const WIDE_PAGES = /^\/queries\/saved-queries\/[^/]+/
const ROOMY = '(width >= 1600px)'

/** The areas, each with its drawing and its word; the word is below the drawing when there is little room. */
export function Rail() {
  const { permissions } = useProfile()
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORED))
  const needsRoom = useRouterState({ select: ({ location }) => WIDE_PAGES.test(location.pathname) })
  const current = useRouterState({ select: ({ location }) => areaOf(location.pathname) })
  const isRoomy = useMedia(ROOMY)
  const isNarrow = chosen === null ? needsRoom || !isRoomy : chosen === 'narrow'
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
        {areas.map(({ name, to, isRoomyOnly }) => (
          <li key={name} className={isRoomyOnly ? styles.roomyOnly : undefined}>
            <Link
              to={to}
              className={`${styles.area} ${name === current ? styles.current : ''}`}
              // What it leads to; the pages below it are of the area too.
              activeOptions={{ exact: true }}
              {...(name === current && { 'aria-current': 'page' })}
            >
              <AreaIcon name={name} />
              <span>{name}</span>
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
