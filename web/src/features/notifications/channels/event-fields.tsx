import { useQuery } from '@tanstack/react-query'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { CheckField, TextField } from '../../../components/field.tsx'
import type { FormFaults } from '../../../components/form-faults.ts'
import { SeveralField } from '../../../components/several-field.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { folderChoices } from '../../../resources/folders.ts'
import { queryNames } from '../../../resources/queries.ts'
import { ANY, type ChannelDraft } from './channel-draft.ts'
import styles from './channels.module.css'
import { words } from './words.ts'

export type EventProps = {
  readonly draft: ChannelDraft
  readonly faults: FormFaults
  readonly onChange: (changed: Partial<ChannelDraft>) => void
}

export const choicesOf = <V extends string>(labels: Readonly<Record<V, string>>) =>
  (Object.keys(labels) as V[]).map((value) => ({ value, label: labels[value] }))

/** Which messages a channel takes. */
export function EventFields({ draft, faults, onChange }: EventProps) {
  const { categories } = draft
  const toggled = (one: ChannelDraft['categories'][number]) =>
    categories.includes(one) ? categories.filter((other) => other !== one) : [...categories, one]
  return (
    <>
      <ChoiceField
        label={words.severity}
        choices={choicesOf(words.severities)}
        value={draft.severity}
        faults={faults.of('events')}
        onChange={(severity) => onChange({ severity })}
      />
      <fieldset className={styles.categories}>
        <legend>{words.categories}</legend>
        {choicesOf(words.categoryNames).map(({ value, label }) => (
          <CheckField
            key={value}
            label={label}
            checked={categories.includes(value)}
            onChange={() => onChange({ categories: toggled(value) })}
          />
        ))}
        <p className={styles.hint}>{words.categoriesHint}</p>
      </fieldset>
      <QueryFields {...{ draft, faults, onChange }} />
      <TextField
        label={words.packs}
        hint={words.packsHint}
        value={draft.packs}
        onChange={(event) => onChange({ packs: event.currentTarget.value })}
      />
    </>
  )
}

/** What is about these queries only. */
function QueryFields({ draft: { queries, folder }, faults, onChange }: EventProps) {
  const heddle = useHeddle()
  const mayFolders = useMay('queries.view_category')
  const { data: folders = [], isSuccess } = useQuery({ ...folderChoices(heddle), enabled: mayFolders })
  const { data: names = [] } = useQuery({ ...queryNames(heddle), enabled: useMay('queries.view_savedquery') })
  const isGone = folder !== ANY && (isSuccess || !mayFolders) && !folders.some(({ value }) => value === folder)
  return (
    <>
      <SeveralField
        label={words.queries}
        chosenLabel={words.chosenQueries}
        none={words.noQueries}
        removeLabel={words.withoutQuery}
        choices={names.map(({ id, name }) => ({ value: id, label: name }))}
        values={queries}
        faults={faults.of('events.saved_queries')}
        onChange={(chosen) => onChange({ queries: chosen })}
      />
      <ChoiceField
        label={words.folder}
        hint={words.folderHint}
        choices={[
          { value: ANY, label: words.anyFolder },
          ...folders,
          ...(isGone ? [{ value: folder, label: words.goneFolder(folder) }] : []),
        ]}
        value={folder}
        faults={faults.of('events.category')}
        onChange={(chosen) => onChange({ folder: chosen })}
      />
    </>
  )
}
