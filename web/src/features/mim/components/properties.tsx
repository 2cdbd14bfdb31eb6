import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Chip } from '../../../components/chip.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { SearchField } from '../../../components/search-field.tsx'
import { DataTable, type TableColumn } from '../../../components/table.tsx'
import text from '../../../components/text.module.css'
import type { Wire } from '../../../lib/api/wire.ts'
import { words } from '../words.ts'
import { usePropertyUse } from './class-queries.tsx'
import { Marked } from './marked.tsx'
import styles from './properties.module.css'
import { filtered, fitting, inOrder } from './shown-properties.ts'
import { useClassesAddress } from './use-classes-address.ts'

type Property = Wire.MimProperty

const ANY = 'any'
const FEW = 20
/** As many letters of values as one line takes. */
const ROOM = 34

/** What narrows the properties; it is in the address. */
export function PropertyFilters({ properties }: { readonly properties: readonly Property[] }) {
  const { search, change } = useClassesAddress()
  const types = [...new Set(properties.map(({ type }) => type))].toSorted()
  return (
    <>
      <div className={styles.type}>
        <ChoiceField
          label={words.type}
          isLabelHidden
          value={search.type ?? ANY}
          choices={[{ value: ANY, label: words.anyType }, ...types.map((value) => ({ value, label: value }))]}
          onChange={(value) => change({ type: value === ANY ? undefined : value })}
        />
      </div>
      <div className={styles.filter}>
        <SearchField
          label={words.filterProperties}
          value={search.p ?? ''}
          onSearch={(p) => change({ p: p === '' ? undefined : p })}
        />
      </div>
    </>
  )
}

type TableProps = { readonly name: string; readonly properties: readonly Property[] }

/** What the objects of a class have, naming properties first. */
export function PropertyTable({ name, properties }: TableProps) {
  const uses = usePropertyUse(name)
  const { search } = useClassesAddress()
  const [isLong, setIsLong] = useState(false)
  const typed = search.p ?? ''
  const hits = filtered(inOrder(properties), typed, search.type)
  const isFiltered = typed !== '' || search.type !== undefined
  const shown = isLong || isFiltered || hits.length <= FEW + 2 ? hits : hits.slice(0, FEW)
  if (hits.length === 0) return <p className={styles.quiet}>{words.noProperty}</p>
  return (
    <>
      <DataTable
        label={words.sections.properties}
        columns={columnsFor(typed, uses)}
        rows={shown}
        keyOf={({ name: property }) => property}
      />
      {(shown.length < hits.length || isFiltered) && (
        <p className={styles.foot}>
          {words.shownProperties(shown.length, properties.length)}{' '}
          {shown.length < hits.length && (
            <Button look="link" onClick={() => setIsLong(true)}>
              {words.showAll(hits.length)}
            </Button>
          )}
        </p>
      )}
    </>
  )
}

const columnsFor = (typed: string, uses: ReadonlyMap<string, number>): readonly TableColumn<Property>[] => [
  {
    name: 'property',
    title: words.property,
    width: '28%',
    cell: ({ name, deprecated }) => (
      <code className={`${styles.name} ${deprecated ? styles.old : ''}`}>
        <Marked text={name} typed={typed} />
      </code>
    ),
  },
  {
    name: 'label',
    title: words.label,
    width: '17%',
    cell: ({ label, description }) => (
      <span className={styles.label} title={description || label}>
        <Marked text={label} typed={typed} />
      </span>
    ),
  },
  {
    name: 'type',
    title: words.type,
    width: '84px',
    cell: ({ type, raw_type: raw }) => <span title={raw}>{type}</span>,
  },
  { name: 'values', title: words.values, cell: valuesOf },
  {
    name: 'traits',
    title: words.traits,
    width: '116px',
    cell: (property) => {
      const count = uses.get(property.name)
      const traits = [...traitsOf(property), ...(count === undefined ? [] : [words.inQueries(count)])].join(', ')
      return traits === '' ? null : <span className={text.caption}>{traits}</span>
    },
  },
]

const traitsOf = ({ naming, required, read_only, create_only, secure, deprecated }: Property): readonly string[] =>
  [
    naming === true && words.trait.naming,
    required && words.trait.required,
    read_only && words.trait.readOnly,
    create_only && !(naming === true) && words.trait.createOnly,
    secure && words.trait.secure,
    deprecated && words.trait.deprecated,
  ].filter((trait) => trait !== false)

/** The values of an enumeration, or what a property is unless somebody sets it. */
function valuesOf(property: Property) {
  const { values, default: initial } = property
  if (values.length > 0) return <Values property={property} />
  return initial === null || initial === '' ? null : <span className={text.caption}>{words.defaultIs(initial)}</span>
}

/** Those that fit into a line; many unfold. */
function Values({ property: { name, values, value_count: count, default: initial } }: { readonly property: Property }) {
  const [isLong, setIsLong] = useState(false)
  const few = fitting(values, ROOM)
  const isFolding = few < values.length
  const seen = isLong ? words.fewerValues : words.moreValues(count - few)
  return (
    <div className={styles.values}>
      {(isLong ? values : values.slice(0, few)).map((value) => (
        <Chip
          as="span"
          key={value}
          {...(value === String(initial) && { className: styles.initial, title: words.defaultIs(value) })}
        >
          {value}
        </Chip>
      ))}
      {isFolding && (
        <Button
          look="link"
          aria-expanded={isLong}
          aria-label={words.valuesOf(seen, name)}
          onClick={() => setIsLong(!isLong)}
        >
          {seen}
        </Button>
      )}
      {(isLong || !isFolding) && count > values.length && (
        <span className={text.caption}>{words.valuesCut(values.length, count)}</span>
      )}
    </div>
  )
}
