import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { words } from '../words.ts'
import { pathOf } from './categories.ts'
import { CategoryTree, type CategoryTreeProps } from './category-tree.tsx'

const ALL = 'all'
const FAVORITES = 'favorites'

type Props = CategoryTreeProps & {
  readonly onChoose: (search: {
    readonly category: string | undefined
    readonly is_favorite: string | undefined
  }) => void
}

/** The categories where there is no room for their tree, which opens beside it. */
export function CategoryPicker({ onChoose, ...tree }: Props) {
  const { categories, category, isFavorite } = tree
  const [isOpen, setIsOpen] = useState(false)
  const paths = categories
    .map(({ id }) => ({ value: String(id), label: pathOf(id, categories) }))
    .sort((a, b) => a.label.localeCompare(b.label, 'en', { numeric: true }))
  const handleChoice = (value: string) =>
    onChoose({
      category: value === ALL || value === FAVORITES ? undefined : value,
      is_favorite: value === FAVORITES ? 'true' : undefined,
    })
  return (
    <>
      <ChoiceField
        label={words.category}
        isLabelHidden
        value={isFavorite ? FAVORITES : (category ?? ALL)}
        choices={[{ value: ALL, label: words.all }, { value: FAVORITES, label: words.favorites }, ...paths]}
        onChange={handleChoice}
      />
      <Button look="quiet" onClick={() => setIsOpen(true)}>
        {words.categories}…
      </Button>
      <Dialog title={words.categories} isOpen={isOpen} onClose={() => setIsOpen(false)} width={360}>
        <CategoryTree {...tree} isInDialog />
      </Dialog>
    </>
  )
}
