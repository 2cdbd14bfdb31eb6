import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { DeleteDialog } from '../../../components/delete-dialog.tsx'
import { Edited, ifStill } from '../../../components/edited.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import { TextField } from '../../../components/field.tsx'
import { formFaults } from '../../../components/form-faults.ts'
import { toast } from '../../../components/toasts.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { words } from '../words.ts'
import { type Category, pathOf, placesFor } from './categories.ts'

type Closing = { readonly onClose: () => void; readonly onDone: () => Promise<void> }

/** What is done with the tree: a new category below another, or something with one that exists. */
export type CategoryTask =
  | { readonly kind: 'add'; readonly parent: Category | undefined }
  | { readonly kind: 'rename' | 'move' | 'remove'; readonly category: Category }

type Props = Closing & { readonly task: CategoryTask; readonly categories: readonly Category[] }

export function CategoryDialog({ task, ...rest }: Props) {
  switch (task.kind) {
    case 'add':
      return <NameDialog parent={task.parent} {...rest} />
    case 'rename':
      return <Reread {...task} {...rest} of={(category) => <NameDialog category={category} {...rest} />} />
    case 'move':
      return <Reread {...task} {...rest} of={(category) => <MoveCategoryDialog category={category} {...rest} />} />
    case 'remove':
      return <DeleteCategoryDialog category={task.category} {...rest} />
  }
}

type ReadCategory = Category & { readonly etag: string }
type RereadProps = Closing & { readonly category: Category; readonly of: (read: ReadCategory) => ReactNode }

/** With the tag of what is changed, as the tree may be older. */
const Reread = ({ category, of, onClose }: RereadProps) => (
  <Edited kind={['category']} id={category.id} read={useHeddle().queries.categories.get} onClose={onClose}>
    {(read) => read && of(read)}
  </Edited>
)

type NameProps = Closing & { readonly category?: ReadCategory; readonly parent?: Category | undefined }

function NameDialog({ category, parent, onClose, onDone }: NameProps) {
  const { categories } = useHeddle().queries
  const [name, setName] = useState(category?.name ?? '')
  const save = useMutation({
    mutationFn: () =>
      category
        ? categories.update(category.id, { name }, ifStill(category))
        : categories.create({ name, parent: parent?.id ?? null }),
    onSuccess: async () => {
      onClose()
      await onDone()
      toast(words.tree.saved(name))
    },
  })
  const faults = formFaults(save.error, ['name'])
  const title = category
    ? words.tree.renameTitle(category.name)
    : parent
      ? words.tree.newBelow(parent.name)
      : words.tree.newTitle
  return (
    <FormDialog
      title={title}
      isDirty={name !== (category?.name ?? '')}
      sending={save}
      faults={faults.general}
      verb={words.save}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        value={name}
        faults={faults.of('name')}
        data-autofocus
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  )
}

type OfCategory<Of = Category> = Closing & { readonly category: Of; readonly categories: readonly Category[] }

const TOP = 'top'

function MoveCategoryDialog({ category, categories, onClose, onDone }: OfCategory<ReadCategory>) {
  const heddle = useHeddle()
  const [target, setTarget] = useState(category.parent === null ? TOP : String(category.parent))
  const move = useMutation({
    mutationFn: () =>
      heddle.queries.categories.update(
        category.id,
        { parent: target === TOP ? null : Number(target) },
        ifStill(category),
      ),
    onSuccess: async () => {
      onClose()
      await onDone()
      toast(words.tree.moved(category.name))
    },
  })
  const faults = formFaults(move.error, ['parent'])
  const choices = [
    { value: TOP, label: words.tree.top },
    ...placesFor(category.id, categories).map(({ id }) => ({ value: String(id), label: pathOf(id, categories) })),
  ]
  return (
    <FormDialog
      title={words.tree.moveTitle(category.name)}
      sending={move}
      faults={faults.general}
      verb={words.moveDialog.verb}
      onSubmit={() => move.mutate()}
      onClose={onClose}
    >
      <ChoiceField
        label={words.tree.place}
        choices={choices}
        value={target}
        faults={faults.of('parent')}
        onChange={setTarget}
      />
    </FormDialog>
  )
}

/** What is inside moves up, which the question says; so the server need not ask again. */
function DeleteCategoryDialog({ category, categories, onClose, onDone }: OfCategory) {
  const heddle = useHeddle()
  const parent = categories.find(({ id }) => id === category.parent)
  const target = parent ? words.tree.into(parent.name) : words.tree.toTop
  return (
    <DeleteDialog
      title={words.tree.removeTitle(category.name)}
      text={words.tree.removeText(category.query_count, category.children.length, target)}
      remove={() =>
        heddle.queries.categories.remove(category.id, category.children.length > 0 ? { force: true } : undefined)
      }
      onClose={onClose}
      onRemoved={async () => {
        await onDone()
        toast(words.tree.removed(category.name))
      }}
    />
  )
}
