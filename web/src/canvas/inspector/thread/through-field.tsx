import { isClassName } from '@heddle/domain/canvas/names.ts'
import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { waysBetween } from '../../model/class-queries.ts'
import { modelStats } from '../../model/model-stats.ts'
import { PlaceOfProblem } from '../../problems/place.tsx'
import { words } from '../words.ts'

type Props = {
  readonly source: readonly string[]
  readonly target: readonly string[]
  readonly value: string | undefined
  readonly isReadOnly: boolean
  readonly onChange: (values: { readonly through: string | undefined }) => void
}

/** The relation class that leads from one end to the other. */
export function ThroughField({ source, target, value, isReadOnly, onChange }: Props) {
  const heddle = useHeddle()
  const [from = '', to = ''] = [source[0], target[0]]
  const { data: stats } = useQuery(modelStats(heddle))
  const isKnown = stats?.controller_version != null && isClassName(from) && isClassName(to)
  const { data } = useQuery({ ...waysBetween(heddle, from, to), enabled: isKnown })
  const choices = (data?.relations ?? []).map(({ through, cardinality, direction, inherited_from }) => ({
    value: through,
    note: [cardinality.replace('-to-', ':'), direction === 'backward' ? `from ${to}` : `from ${from}`, inherited_from]
      .filter((part) => part !== null)
      .join(' · '),
  }))
  return (
    <PlaceOfProblem path="through">
      <ChoiceField
        label={words.through}
        isCode
        choices={choices}
        value={value}
        hint={words.throughHint}
        isDisabled={isReadOnly}
        accepts={isClassName}
        onChange={(through) => onChange({ through })}
      />
    </PlaceOfProblem>
  )
}
