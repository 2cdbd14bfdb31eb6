import { Link } from '@tanstack/react-router'
import type { Wire } from '../../lib/api/wire.ts'
import { useProfile } from '../../lib/session/context.tsx'
import { formatTime } from '../../lib/time/format-time.ts'
import { Light, type LightColor } from '../light.tsx'
import type { WhyAnswers } from './use-why.ts'
import { words } from './words.ts'
import styles from './why-dialog.module.css'

const COLORS: Readonly<Record<Wire.WhyStage['verdict'], LightColor>> = {
  kept: 'ok',
  dropped: 'bad',
  not_reached: 'off',
}

type Props = WhyAnswers & {
  /** Of merged rows, the one that the row is of: the others are left out. */
  readonly controller: string | undefined
}

/** What the capture and the fabric say. */
export function WhyAnswer({ then, now, failure, controller }: Props) {
  return (
    <section aria-label={words.answer} className={styles.answer}>
      {then && <Then then={then} isAskedNow={now !== undefined} />}
      {then && (now || failure) && <h3>{words.now}</h3>}
      {failure && (
        <p role="alert">
          {words.notAsked} {failure.message}
        </p>
      )}
      {now && <Now now={now} controller={controller} />}
    </section>
  )
}

function Now({ now, controller }: { readonly now: Wire.WhyReply; readonly controller: string | undefined }) {
  const { dn, connections } = now
  if (!connections) return <Answer dn={dn} answer={now} />
  const ofRow = connections.filter(({ name }) => name === controller)
  return (ofRow.length === 0 ? connections : ofRow).map(({ controller_connection: id, name, error, answer }) => (
    <section key={id} aria-label={name} className={styles.answer}>
      <h3>{name}</h3>
      {error !== null && (
        <p role="alert">
          {words.notAsked} {error}
        </p>
      )}
      {answer && <Answer dn={dn} answer={answer} />}
    </section>
  ))
}

function Answer({ dn, answer }: { readonly dn: string; readonly answer: Wire.WhyAnswer }) {
  const { exists, present, stages, objects } = answer
  return (
    <>
      <p role="status" className={styles.verdict}>
        {!exists ? words.noObject(dn) : present ? words.present : words.absent}
      </p>
      <ol className={styles.stages}>
        {stages.map(({ kind, id, verdict, because }) => (
          <li key={`${kind} ${id}`} className={verdict === 'dropped' ? styles.dropped : undefined}>
            <Light color={COLORS[verdict]} text={words.verdicts[verdict]} />
            <span>{because}</span>
          </li>
        ))}
      </ol>
      {objects.length > 1 && <Objects objects={objects} />}
    </>
  )
}

const Objects = ({ objects }: { readonly objects: readonly string[] }) => (
  <>
    <h3>{words.objects}</h3>
    <ul className={styles.objects}>
      {objects.map((object) => (
        <li key={object}>{object}</li>
      ))}
    </ul>
  </>
)

/** Whether the capture had it, what it was made of, and since when. */
function Then({ then, isAskedNow }: { readonly then: Wire.WhyThen; readonly isAskedNow: boolean }) {
  const { preferences } = useProfile()
  const { present, captured_at: at, saved_query_version: version, objects, before, after } = then
  const kind = present ? 'present' : 'absent'
  return (
    <>
      <h3>{words.then(formatTime(at, preferences))}</h3>
      <p role="status" className={styles.verdict}>
        {present ? words.was : words.wasNot}
      </p>
      <p>{present ? words.letThrough(version) : isAskedNow ? words.notKept : words.notKeptAlone}</p>
      {before && <Other what={words.sinceBefore[kind]} capture={before} />}
      {after && <Other what={words.untilAfter[kind]} capture={after} />}
      {objects.length > 1 && <Objects objects={objects} />}
    </>
  )
}

type OtherProps = { readonly what: string; readonly capture: NonNullable<Wire.WhyThen['before']> }

function Other({ what, capture: { snapshot, at } }: OtherProps) {
  const { preferences } = useProfile()
  return (
    <p>
      {what}{' '}
      <Link to="/history/snapshots/$id" params={{ id: snapshot }}>
        {words.captureOf(formatTime(at, preferences))}
      </Link>
      .
    </p>
  )
}
