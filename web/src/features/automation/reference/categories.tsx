import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import type { Wire } from '../../../lib/api/wire.ts'
import { changedOnly } from '../../../lib/changed-only.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle } from '../../../lib/session/context.tsx'
import { templateCategories } from '../api.ts'
import { NameFields } from './name-fields.tsx'
import { ReferenceSection } from './reference-section.tsx'
import { useSaving } from './use-saving.ts'
import { words } from './words.ts'

const NONE = 'none'

/** Where templates are kept. */
export function Categories() {
  const heddle = useHeddle()
  const found = useQuery(templateCategories(heddle))
  const names = new Map(found.data?.map(({ id, name }) => [id, name]))
  return (
    <ReferenceSection
      kind="categories"
      found={found}
      columns={[
        { name: 'parent', title: words.parent, cell: ({ parent }) => (parent === null ? '' : names.get(parent)) },
        {
          name: 'count',
          title: words.templateCount,
          isNumber: true,
          width: '110px',
          cell: ({ template_count: count }) => formatNumber(count),
        },
      ]}
      form={(category, onClose) => (
        <Edited
          kind={['template-category']}
          id={category?.id}
          read={heddle.automation.categories.get}
          onClose={onClose}
        >
          {(read) => <CategoryForm category={read} categories={found.data ?? []} onClose={onClose} />}
        </Edited>
      )}
      remove={({ id }) => heddle.automation.categories.remove(id, { force: true })}
      removeText={({ template_count: count, children }) => words.removeCategory(count, children.length)}
    />
  )
}

type Props = {
  readonly category: (Wire.AutomationCategory & { readonly etag: string }) | undefined
  readonly categories: readonly Wire.AutomationCategory[]
  readonly onClose: () => void
}

function CategoryForm({ category, categories, onClose }: Props) {
  const api = useHeddle().automation.categories
  const [stored] = useState(() => ({
    name: category?.name ?? '',
    description: category?.description ?? '',
    parent: category?.parent ?? null,
  }))
  const [draft, setDraft] = useState(stored)
  const saving = useSaving(
    (body: Wire.AutomationCategoryWrite) =>
      category ? api.update(category.id, changedOnly(body, stored), ifStill(category)) : api.create(body),
    onClose,
  )
  const faults = formFaults(saving.error, Object.keys(stored))
  return (
    <FormDialog
      title={category ? words.editTitle(category.name) : words.create.categories}
      isDirty={JSON.stringify(draft) !== JSON.stringify(stored) && !saving.isSuccess}
      sending={saving}
      faults={faults.general}
      verb={words.save}
      onSubmit={() => saving.mutate(draft)}
      onClose={onClose}
    >
      <NameFields draft={draft} faults={faults} onChange={(changed) => setDraft({ ...draft, ...changed })} />
      <ChoiceField
        label={words.parent}
        choices={[
          { value: NONE, label: words.noParent },
          ...categories
            .filter(({ id }) => id !== category?.id)
            .map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        value={draft.parent === null ? NONE : String(draft.parent)}
        faults={faults.of('parent')}
        onChange={(parent) => setDraft({ ...draft, parent: parent === NONE ? null : Number(parent) })}
      />
    </FormDialog>
  )
}
