import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button, buttonClass } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { TextField } from '../../../components/field.tsx'
import { Page } from '../../../components/page.tsx'
import { EmptyState } from '../../../components/states.tsx'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import { objectBlock, type Place } from '../api.ts'
import { ObjectViewOf } from '../components/object-view.tsx'
import styles from '../components/object.module.css'
import { words } from '../words.ts'

const route = getRouteApi('/inside/controller/objects')

/** An object of a fabric: what the controller, the class model and the captures know of it. */
export function ObjectPage() {
  const { dn, connection: chosen } = route.useSearch()
  const navigate = route.useNavigate()
  const { data: connections = [] } = useQuery(connectionList(useHeddle()))
  const connection = chosen ?? (connections.find(({ is_default: isDefault }) => isDefault) ?? connections[0])?.id
  const place = dn === undefined || connection === undefined ? undefined : { connection, dn }
  return (
    <Page
      title={words.title}
      trail={<Link to="/controller/connections">{words.trail}</Link>}
      note={dn}
      actions={place && <QueryLink place={place} />}
    >
      <div className={styles.head}>
        <ChoiceField
          label={words.connection}
          choices={connections.map(({ id, name }) => ({ value: id, label: name }))}
          value={connection}
          onChange={(id) => void navigate({ search: (before) => ({ ...before, connection: id }) })}
        />
        <DnField
          key={dn}
          dn={dn ?? ''}
          onOpen={(next) => void navigate({ search: { dn: next, ...(connection !== undefined && { connection }) } })}
        />
      </div>
      {place === undefined ? (
        <EmptyState title={words.choose}>{words.chooseText}</EmptyState>
      ) : (
        <ObjectViewOf key={`${place.connection} ${place.dn}`} place={place} />
      )}
    </Page>
  )
}

function DnField({ dn, onOpen }: { readonly dn: string; readonly onOpen: (dn: string) => void }) {
  const [text, setText] = useState(dn)
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (text.trim() !== '') onOpen(text.trim())
      }}
    >
      <div className={styles.field}>
        <TextField
          label={words.dn}
          isCode
          value={text}
          placeholder={words.exampleDn}
          onChange={(event) => setText(event.currentTarget.value)}
        />
      </div>
      <Button type="submit">{words.open}</Button>
    </form>
  )
}

/** A new query that begins with the class of the object. */
function QueryLink({ place }: { readonly place: Place }) {
  const { data } = useQuery(objectBlock(useHeddle(), place, 'path'))
  const mayDraw = useMay('queries.add_savedquery')
  if (data === undefined || !mayDraw) return null
  return (
    <Link
      to="/queries/saved-queries/$id/"
      params={{ id: 'new' }}
      search={{ class: data.class_name }}
      className={buttonClass()}
    >
      {words.query}
    </Link>
  )
}
