import { diffCanvases, marksOf, unitedCanvas } from '@heddle/domain/canvas-editing/diff.ts'
import { type WireCanvas, wireCanvas } from '@heddle/domain/canvas-editing/wire-canvas.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { CanvasPreview } from '../../../canvas/canvas-preview.tsx'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import { toast } from '../../../components/toasts.tsx'
import { WriteFailure } from '../../../components/write-failure.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { useWrite } from '../../../lib/use-write.ts'
import { DiffList } from '../workspace/diff-list.tsx'
import { REPOSITORIES_KEY, waitingConflicts } from './api.ts'
import styles from './repositories.module.css'
import { words } from './words.ts'

/** What was changed here and in Git: both canvases, and the choice between them. */
export function ConflictsView({ id, count }: { readonly id: string; readonly count: number }) {
  const found = useQuery(waitingConflicts(useHeddle(), id, count))
  return (
    <section className={styles.part} aria-label={words.conflicts}>
      <h2>{words.conflicts}</h2>
      <p>{words.conflictsText}</p>
      <Read of={found} failure={words.conflictsFailure} permission="queries.view_savedquery">
        {(conflicts) => conflicts.map((one) => <ConflictView key={one.id} repository={id} conflict={one} />)}
      </Read>
    </section>
  )
}

type Props = { readonly repository: string; readonly conflict: Wire.RepositoryConflict }

function ConflictView({ repository, conflict }: Props) {
  const { conflicts } = useHeddle().queries.repositories
  const cache = useQueryClient()
  const decide = useWrite({
    mutationFn: (keep: 'here' | 'git') => conflicts.create(repository, conflict.id, { keep }),
    onSuccess: async () => {
      await cache.invalidateQueries({ queryKey: REPOSITORIES_KEY })
      toast(words.decided(conflict.name))
    },
  })
  const here = useMemo(() => canvasOf(conflict.here), [conflict.here])
  const there = useMemo(() => canvasOf(conflict.git), [conflict.git])
  const diff = useMemo(() => (here && there ? diffCanvases(there, here) : []), [here, there])
  const impossible = decide.isPending ? words.conflicts : undefined
  return (
    <article aria-label={conflict.name}>
      <h3 dir="auto">{conflict.name}</h3>
      <p className={styles.minor}>
        <code>{conflict.file}</code> · {words.savedBy(conflict.author)} <TimeText at={conflict.saved_at} />
      </p>
      <div className={styles.sides}>
        <Side
          title={words.here}
          gone={words.deletedHere}
          canvas={here && there ? unitedCanvas(there, here) : here}
          marks={marksOf(diff)}
        />
        <Side title={words.git} gone={words.deletedThere} canvas={there} />
      </div>
      {here && there && <DiffList diff={diff} before={there} after={here} />}
      {decide.error && <WriteFailure what={words.notDecided} error={decide.error} />}
      <div className={styles.buttons}>
        <Button impossible={impossible} onClick={() => decide.mutate('here')}>
          {words.keepHere}
        </Button>
        <Button impossible={impossible} onClick={() => decide.mutate('git')}>
          {words.takeGit}
        </Button>
      </div>
    </article>
  )
}

type SideProps = {
  readonly title: string
  readonly gone: string
  readonly canvas: WireCanvas | undefined
  readonly marks?: ReturnType<typeof marksOf>
}

const Side = ({ title, gone, canvas, marks }: SideProps) => (
  <section aria-label={title}>
    <h3>{title}</h3>
    <div className={styles.side}>
      {canvas ? <CanvasPreview canvas={canvas} {...(marks && { marks })} /> : <p className={styles.gone}>{gone}</p>}
    </div>
  </section>
)

const canvasOf = (query: Wire.RepositoryConflict['here']): WireCanvas | undefined =>
  query === null
    ? undefined
    : wireCanvas({
        nodes: query.nodes ?? [],
        edges: query.edges ?? [],
        post_processors: query.post_processors ?? [],
      })
