import { useQuery } from '@tanstack/react-query'
import { Fragment, useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ErrorBar } from '../../../components/states.tsx'
import { useMedia } from '../../../components/use-media.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { classPaths } from '../api.ts'
import { words } from '../words.ts'
import { ClassLink } from './class-link.tsx'
import styles from './class-paths.module.css'

const FEW = 2

/** Shows a path from a root to a class in the tree. */
export type FindInTree = (path: readonly string[]) => void

/** Every place a class can be in, shortest path first; many are folded. */
export function ClassPaths({ name, onFind }: { readonly name: string; readonly onFind: FindInTree }) {
  const isNarrow = useMedia('(width < 900px)')
  const { data, error, refetch } = useQuery(classPaths(useHeddle(), name))
  const [isLong, setIsLong] = useState(false)
  if (error) return <ErrorBar what={words.pathsFailure} error={error} onRetry={() => void refetch()} />
  if (!data) return <p className={styles.room} />
  const { paths, truncated } = data
  if (paths.length === 0 || (paths.length === 1 && paths[0]!.length === 1))
    return <p className={styles.quiet}>{words.noPaths}</p>
  return (
    <nav aria-label={words.paths} className={styles.paths}>
      <ol className={styles.list}>
        {(isLong ? paths : paths.slice(0, FEW)).map((path) => (
          <li key={path.map(({ class_name }) => class_name).join(' ')} className={styles.path}>
            <Path path={path} />
          </li>
        ))}
      </ol>
      <div className={styles.tools}>
        {!isNarrow && (
          <Button look="link" onClick={() => onFind(paths[0]!.map(({ class_name }) => class_name))}>
            {words.showInTree}
          </Button>
        )}
        {paths.length > FEW && (
          <Button look="link" aria-expanded={isLong} onClick={() => setIsLong(!isLong)}>
            {isLong ? words.fewerPaths : words.morePaths(paths.length - FEW)}
          </Button>
        )}
      </div>
      {isLong && truncated && <p className={styles.quiet}>{words.truncatedPaths}</p>}
    </nav>
  )
}

const Path = ({ path }: { readonly path: Wire.MimAncestors['paths'][number] }) =>
  path.map(({ class_name: step, display_name: label }, index) => (
    <Fragment key={step}>
      {index > 0 && (
        <span aria-hidden className={styles.arrow}>
          ›
        </span>
      )}
      {index === path.length - 1 ? (
        <span aria-current="page" className={styles.self}>
          {step}
        </span>
      ) : (
        <span title={label}>
          <ClassLink name={step} />
        </span>
      )}
    </Fragment>
  ))
