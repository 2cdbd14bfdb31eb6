import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField } from '../../../components/field.tsx'
import { FormPart } from '../../../components/form-part.tsx'
import text from '../../../components/text.module.css'
import { useHeddle } from '../../../lib/session/context.tsx'
import { scheduledQuery } from '../api.ts'
import type { ScheduleDraft } from '../draft.ts'
import { words } from '../form-words.ts'
import type { PartProps } from './part-props.ts'
import styles from './schedule.module.css'

const choicesOf = <V extends string>(labels: Readonly<Record<V, string>>) =>
  (Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }))

/** Whether it keeps what it finds, and for how long. */
export const CapturePart = ({ draft, faults, onChange }: PartProps) => (
  <FormPart title={words.capture}>
    <div className={styles.pair}>
      <ChoiceField
        label={words.keepsRows}
        hint={words.captureHint}
        choices={choicesOf<ScheduleDraft['capture']>(words.captureChoices)}
        value={draft.capture}
        faults={faults.of('capture_snapshot')}
        onChange={(capture) => onChange({ capture })}
      />
      {draft.capture !== 'no' && (
        <ChoiceField
          label={words.keepFor}
          choices={choicesOf<ScheduleDraft['retention']>(words.policies)}
          value={draft.retention}
          faults={faults.of('retention_policy')}
          onChange={(retention) => onChange({ retention })}
        />
      )}
    </div>
  </FormPart>
)

/** What its owner is notified of. */
export function NoticePart({ draft, onChange }: PartProps) {
  const { data: query } = useQuery(scheduledQuery(useHeddle(), draft.query))
  const isCheck = query?.expect !== null && query?.expect !== undefined
  return (
    <FormPart title={words.notices}>
      <CheckField
        label={words.onFailure}
        checked={draft.onFailure}
        onChange={(event) => onChange({ onFailure: event.currentTarget.checked })}
      />
      <CheckField
        label={words.onChanged}
        checked={draft.onChanged}
        onChange={(event) => onChange({ onChanged: event.currentTarget.checked })}
      />
      <div>
        <CheckField
          label={words.onExpectation}
          checked={draft.onExpectation}
          onChange={(event) => onChange({ onExpectation: event.currentTarget.checked })}
        />
        {query && <p className={text.caption}>{isCheck ? words.expects(query.name) : words.expectsNothing}</p>}
      </div>
    </FormPart>
  )
}
