import { Fragment, type ReactNode } from 'react'
import {
  changeMode,
  type FilterGroup,
  type FilterPath,
  type FilterPosition,
  type GroupMode,
  insertFilter,
  itemPath,
} from '@heddle/domain/canvas-editing/filter-editing.ts'
import type { WireObject } from '@heddle/domain/canvas/wire.ts'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { focusPlace } from '../../problems/place.tsx'
import { words } from '../words.ts'
import type { FilterEditor } from './filter-editor.ts'
import { nameOf } from './filter-name.ts'
import styles from './filters.module.css'

type Props = {
  readonly group: FilterGroup
  readonly position: FilterPosition
  readonly path: FilterPath
  readonly editor: FilterEditor
  /** A filter of the group, which may be a group itself. */
  readonly renderItem: (item: {
    readonly filter: WireObject
    readonly position: FilterPosition
    readonly path: FilterPath
  }) => ReactNode
}

const MODES = (['any', 'all', 'none'] as const).map((value) => ({ value, label: words.modes[value] }))

/** Filters of which any, all or none must hold. */
export function GroupFields({ group, position, path, editor, renderItem }: Props) {
  const name = nameOf(position)
  const handleAdd = (filter: WireObject, inside = '') => {
    const place = [...position, group.items.length]
    editor.setAll(insertFilter(editor.filters, place, filter))
    focusPlace(`filter-${place.join('-')}${inside}`)
  }
  return (
    <div className={styles.group}>
      <div className={styles.mode}>
        <ChoiceField<GroupMode>
          label={words.mode}
          isLabelHidden
          showsValues
          choices={MODES}
          value={group.mode}
          isDisabled={editor.isReadOnly}
          onChange={(mode) => editor.setAll(changeMode(editor.filters, position, mode))}
        />
      </div>
      {group.items.map((item, index) => (
        <Fragment key={index}>
          {renderItem({ filter: item, position: [...position, index], path: itemPath(path, group, index) })}
        </Fragment>
      ))}
      {group.items.length === 0 && <p className={styles.none}>{words.emptyGroup}</p>}
      {!editor.isReadOnly && (
        <div className={styles.adders}>
          <Button
            look="link"
            aria-label={words.addTo(name)}
            onClick={() => handleAdd({ property: '', operator: 'eq' })}
          >
            {words.add}
          </Button>
          <Button
            look="link"
            aria-label={words.groupIn(name)}
            onClick={() => handleAdd({ any: [{ property: '', operator: 'eq' }] }, '-0')}
          >
            {words.group}
          </Button>
        </div>
      )}
    </div>
  )
}
