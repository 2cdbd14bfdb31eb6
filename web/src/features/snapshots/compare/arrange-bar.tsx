import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { RadioGroup } from '../../../components/radio-group.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { type CompareAddress, VIEWS } from './compare-search.ts'
import { type Comparison, GROUPINGS, type ViewedItems } from './comparison.ts'
import { IgnorePanel, KeyPanel } from './field-panels.tsx'
import { words } from './words.ts'
import styles from './compare.module.css'

type Props = {
  readonly comparison: Comparison
  readonly viewed: ViewedItems
  readonly columns: readonly string[]
  readonly address: CompareAddress
  /** The number of the row that has the attention; -1 for none. */
  readonly current: number
  readonly onChange: (change: Partial<CompareAddress>) => void
  readonly onWalk: (step: number) => void
  /** Marks the row that has the attention; undefined where one may not. */
  readonly onMark: (() => void) | undefined
  readonly folded: readonly string[]
  readonly onFold: (folded: readonly string[]) => void
}

/** How the changes are listed, and the walk through them. */
export function ArrangeBar(props: Props) {
  const { comparison, viewed, columns, address, current, onChange, onWalk, onMark, folded, onFold } = props
  const { keys, groups } = viewed
  const isAnyOpen = groups.some((name) => !folded.includes(name))
  return (
    <div className={styles.arrange}>
      <RadioGroup
        label={words.view}
        isLabelHidden
        choices={VIEWS.map((value) => ({ value, label: words.views[value] }))}
        value={address.view}
        onChange={(view) => onChange({ view })}
      />
      <div className={styles.find}>
        <SearchField label={words.find} value={address.text} onSearch={(text) => onChange({ text })} />
      </div>
      <div className={styles.grouping}>
        <ChoiceField
          label={words.group}
          isLabelHidden
          choices={GROUPINGS.map((value) => ({ value, label: words.groupBy(words.groups[value]) }))}
          value={address.grouping}
          onChange={(grouping) => onChange({ grouping })}
        />
      </div>
      {address.grouping !== 'none' && groups.length > 1 && (
        <Button look="quiet" onClick={() => onFold(isAnyOpen ? groups : [])}>
          {isAnyOpen ? words.foldAll : words.unfoldAll}
        </Button>
      )}
      <Button
        aria-pressed={address.asksWho}
        title={words.whoWhy}
        onClick={() => onChange({ asksWho: !address.asksWho })}
      >
        {words.who}
      </Button>
      <IgnorePanel {...{ comparison, columns, address, onChange }} />
      <KeyPanel {...{ comparison, columns, address, onChange }} />
      {viewed.reviewed > 0 && (
        <Button look="quiet" aria-pressed={address.onlyOpen} onClick={() => onChange({ onlyOpen: !address.onlyOpen })}>
          {words.reviewedCount(viewed.reviewed, address.onlyOpen)}
        </Button>
      )}
      <div className={styles.walk}>
        <span role="status">
          {current < 0 ? words.walkNone(viewed.hits) : words.walk(current + 1, keys.length)}
          {current >= 0 && <span className="sr-only">: {keys[current]}</span>}
        </span>
        {onMark && (
          <Button impossible={current < 0 ? words.markNone : undefined} title={words.markWhy} keys="M" onClick={onMark}>
            {words.mark}
          </Button>
        )}
        <Button aria-label={words.previous} title={words.previous} keys="[" onClick={() => onWalk(-1)}>
          <span aria-hidden>↑</span>
        </Button>
        <Button aria-label={words.next} title={words.next} keys="]" onClick={() => onWalk(1)}>
          <span aria-hidden>↓</span>
        </Button>
      </div>
    </div>
  )
}
