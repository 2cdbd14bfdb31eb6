import { TextField } from '../../../components/field.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { words } from '../launch-words.ts'

export type Expectation = 'none' | 'gone' | 'present'

const CHOICES = (['none', 'gone', 'present'] as const).map((value) => ({ value, label: words.expectations[value] }))

type Props = {
  readonly expect: Expectation
  readonly keys: string
  readonly faults: readonly string[]
  readonly onExpect: (expect: Expectation) => void
  readonly onKeys: (keys: string) => void
}

/** What is to be found in the source once the jobs have ended. */
export const VerifyFields = ({ expect, keys, faults, onExpect, onKeys }: Props) => (
  <>
    <RadioGroup label={words.verify} choices={CHOICES} value={expect} onChange={onExpect} />
    {expect !== 'none' && (
      <TextField
        label={words.keys}
        hint={words.keysHint}
        isCode
        value={keys}
        faults={faults}
        onChange={(event) => onKeys(event.currentTarget.value)}
      />
    )}
  </>
)
