import { Link, useNavigate, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { Menu } from '../../components/menu.tsx'
import { useMedia } from '../../components/use-media.ts'
import { BrandMark } from '../../components/mark.tsx'
import { useProfile } from '../../lib/session/context.tsx'
import { AreaIcon } from './area-icon.tsx'
import { type Area, areaOf, AREAS, isOpenTo } from './areas.ts'
import styles from './rail.module.css'
import { words } from './words.ts'

const STORED = 'heddle-rail'
/** A canvas needs all the room there is, unless its user wants the words; so does every page on a smaller screen. */
const WIDE_PAGES = /^\/queries\/saved-queries\/[^/]+/
const ROOMY = '(width >= 1600px)'
/** The navigation is a bar below the page, with room for so many. */
const SMALL = '(width <= 640px)'
const MOST_BELOW = 5

/** The areas, each with its drawing and its word; the word is below the drawing when there is little room. */
export function Rail() {
  const profile = useProfile()
  const [chosen, setChosen] = useState(() => localStorage.getItem(STORED))
  const needsRoom = useRouterState({ select: ({ location }) => WIDE_PAGES.test(location.pathname) })
  const current = useRouterState({ select: ({ location }) => areaOf(location.pathname) })
  const isRoomy = useMedia(ROOMY)
  const isNarrow = chosen === null ? needsRoom || !isRoomy : chosen === 'narrow'
  const isSmall = useMedia(SMALL)
  const areas = AREAS.filter((area) => isOpenTo(area, profile))
  const shown = isSmall && areas.length > MOST_BELOW ? areas.slice(0, MOST_BELOW - 1) : areas

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
        {shown.map((area) => (
          <li key={area.name}>
            <AreaLink area={area} current={current} />
          </li>
        ))}
        {shown.length < areas.length && (
          <li>
            <MoreAreas areas={areas.slice(shown.length)} current={current} />
          </li>
        )}
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

type LinkProps = { readonly area: Area; readonly current: string | undefined }

const AreaLink = ({ area: { name, to }, current }: LinkProps) => (
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
)

type MoreProps = { readonly areas: readonly Area[]; readonly current: string | undefined }

/** The areas that the bar has no room for. */
function MoreAreas({ areas, current }: MoreProps) {
  const navigate = useNavigate()
  const isCurrent = areas.some(({ name }) => name === current)
  return (
    <Menu
      label={words.moreAreas}
      target={
        <button type="button" className={`${styles.area} ${isCurrent ? styles.current : ''}`}>
          <AreaIcon name="More" />
          <span>{words.more}</span>
        </button>
      }
      entries={areas.map(({ name, to }) => ({
        text: name,
        ...(name === current && { note: words.here }),
        onSelect: () => void navigate({ to }),
      }))}
    />
  )
}
