import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Mark } from '../../components/mark.tsx'
import { useProfile } from '../../lib/session/context.tsx'
import { AREAS } from './areas.ts'
import styles from './rail.module.css'

const STORED = 'heddle-rail'

/** The areas, as words; two letters of each when there is little room. */
export function Rail() {
  const { permissions } = useProfile()
  const [isNarrow, setIsNarrow] = useState(() => localStorage.getItem(STORED) === 'narrow')
  const areas = AREAS.filter(({ permission }) => permission === undefined || permissions.includes(permission))

  function handleFold() {
    localStorage.setItem(STORED, isNarrow ? 'wide' : 'narrow')
    setIsNarrow(!isNarrow)
  }

  return (
    <nav aria-label="Main" className={`${styles.rail} ${isNarrow ? styles.narrow : ''}`}>
      <Link to="/" className={styles.brand} aria-label="Heddle, start page">
        <Mark size={26} />
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
              aria-label={name}
            >
              <span className={styles.short} aria-hidden>
                {name.slice(0, 2)}
              </span>
              <span className={styles.word}>{name}</span>
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className={styles.fold} aria-expanded={!isNarrow} aria-label="Wide navigation" onClick={handleFold}>
        <span aria-hidden>{isNarrow ? '»' : '«'}</span>
      </button>
    </nav>
  )
}
