import { HeddleError } from '@heddle/client'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { SentText, SpentText, ToAiSettings, UsedText } from '../../../components/ai/ai-notes.tsx'
import { words as shared } from '../../../components/ai/words.ts'
import { Button } from '../../../components/button.tsx'
import { TextField } from '../../../components/field.tsx'
import { WriteFailure } from '../../../components/write-failure.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { aiUsage } from '../../../lib/api/ai-usage.ts'
import { aiSettings } from '../../../resources/ai.ts'
import styles from './ask.module.css'
import { ClassesByWords } from './classes-by-words.tsx'
import type { Asking } from './use-ask.ts'
import { words } from './words.ts'

type Props = {
  readonly asking: Asking
  /** A question that a link brought. */
  readonly initial: string | undefined
  /** It was put where the link was chosen: nothing is left but to ask. */
  readonly isAskedAtOnce: boolean
  /** Somebody opened it, and types next. */
  readonly isOpened: boolean
  /** Absent on an empty canvas, where it is the first thing to do. */
  readonly onClose: (() => void) | undefined
}

/** One field for a question in plain language; the answer is drawn on the canvas. */
export function AskBar({ asking, initial = '', isAskedAtOnce, isOpened, onClose }: Props) {
  const [question, setQuestion] = useState(initial)
  const field = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isOpened) field.current?.querySelector('input')?.focus()
  }, [isOpened])
  const waits = useRef(isAskedAtOnce)
  const { ask } = asking
  useEffect(() => {
    if (waits.current && initial !== '') ask(initial)
    waits.current = false
  })
  const text = question.trim()
  return (
    <section aria-label={words.bar} className={styles.bar}>
      <form
        className={styles.line}
        onSubmit={(event) => {
          event.preventDefault()
          if (text !== '' && !asking.isAsking) asking.ask(text)
        }}
      >
        <div ref={field} className={styles.field}>
          <TextField
            label={shared.question}
            isLabelHidden
            placeholder={`${shared.question} ${shared.hint}`}
            maxLength={4000}
            autoComplete="off"
            value={question}
            onChange={(event) => setQuestion(event.currentTarget.value)}
            onKeyDown={(event) => event.key === 'Escape' && onClose?.()}
          />
        </div>
        {asking.isAsking ? (
          <Button onClick={asking.cancel}>{words.cancel}</Button>
        ) : (
          <Button type="submit" impossible={text === '' ? shared.nothingAsked : undefined}>
            {words.ask}
          </Button>
        )}
        {onClose && (
          <Button look="quiet" onClick={onClose}>
            {words.close}
          </Button>
        )}
      </form>
      {asking.isAsking && <p role="status">{words.asking}</p>}
      {(text !== '' || isOpened) && <Notes key={text} asking={asking} question={text} />}
      <Refused asking={asking} />
    </section>
  )
}

/** Before it is asked: what it counts, and what would be sent. */
function Notes({ asking, question }: { readonly asking: Asking; readonly question: string }) {
  const heddle = useHeddle()
  const { data: usage } = useQuery(aiUsage(heddle))
  const { data: settings } = useQuery(aiSettings(heddle))
  const { answered } = asking
  return (
    <div className={styles.notes}>
      {settings?.ai_builder_enabled === false && <span>{words.switchedOff}</span>}
      {usage?.is_allowed === false && <span>{words.notAllowed}</span>}
      <UsedText />
      <ToAiSettings />
      {answered && <SpentText spent={answered.spent} />}
      {question !== '' && <SentText isPast={answered?.question === question} read={() => asking.sentFor(question)} />}
    </div>
  )
}

/** Why there is no answer, in words, and what finds something all the same. */
function Refused({ asking }: { readonly asking: Asking }) {
  const { error, asked, proposal, isAsking } = asking
  if (isAsking || asked === undefined) return null
  if (error) {
    return (
      <>
        <WriteFailure what={whatFailed(error)} error={error} onRetry={() => asking.ask(asked)} onClose={asking.forget}>
          <ToAiSettings />
        </WriteFailure>
        <ClassesByWords question={asked} />
      </>
    )
  }
  if (proposal?.target.nodes.length !== 0) return null
  return (
    <>
      <p role="alert">
        {words.proposal.empty} {proposal.explanation} {proposal.notes.join(' ')}
      </p>
      <ClassesByWords question={asked} />
    </>
  )
}

function whatFailed(error: Error): string {
  const status = error instanceof HeddleError ? error.status : 0
  if (status === 403 || status === 503 || status === 409) return words.refused.off
  return status === 502 ? words.refused.failed : words.refused.other
}
