import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { Read } from '../../../components/read.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { objectBlock, type Place } from '../api.ts'
import { words } from '../words.ts'
import { ObjectBlock } from './object-block.tsx'
import { ObjectLink } from './object-link.tsx'
import styles from './object.module.css'

/** Everything that is known of an object; its blocks are asked for once it is certain that there is one. */
export function ObjectViewOf({ place }: { readonly place: Place }) {
  const found = useQuery(objectBlock(useHeddle(), place, 'path'))
  const mayView = useMay('history.view_snapshot')
  const { connection } = place
  return (
    <Read of={found} failure={words.failure} permission="queries.execute_savedquery">
      {({ path = [], class_name, label }) => (
        <>
          <nav aria-label={words.path} className={styles.path}>
            {path.map(({ dn, class_name: name }, index) => (
              <span key={dn} title={name ?? undefined}>
                <ObjectLink {...{ connection, dn }} text={lastPart(dn, path[index - 1]?.dn)} /> /
              </span>
            ))}
            <strong>{lastPart(place.dn, path.at(-1)?.dn)}</strong>
            <Link to="/mim/class/$name/" params={{ name: class_name }} className={styles.class}>
              {label === class_name ? class_name : `${label} · ${class_name}`}
            </Link>
          </nav>
          <div className={styles.blocks}>
            <ObjectBlock place={place} name="properties" title={words.properties} isWide>
              {(properties) => <Properties properties={properties} />}
            </ObjectBlock>
            <div className={styles.blocks}>
              <Tree place={place} />
              <Records place={place} mayView={mayView} />
            </div>
          </div>
        </>
      )}
    </Read>
  )
}

const lastPart = (dn: string, above: string | undefined): string =>
  above === undefined ? dn : dn.slice(above.length + 1)

function Properties({ properties }: { readonly properties: NonNullable<Wire.ObjectView['properties']> }) {
  const [showsEmpty, setShowsEmpty] = useState(false)
  const shown = properties.filter(({ value }) => showsEmpty || value !== '')
  const empty = properties.filter(({ value }) => value === '').length
  return (
    <>
      <dl className={styles.properties}>
        {shown.map(({ name, label, value }) => (
          <div key={name}>
            <dt title={label}>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {empty > 0 && (
        <Button look="link" aria-expanded={showsEmpty} onClick={() => setShowsEmpty(!showsEmpty)}>
          {words.emptyOnes(empty)}
        </Button>
      )}
    </>
  )
}

function Tree({ place }: { readonly place: Place }) {
  const { connection } = place
  return (
    <>
      <ObjectBlock place={place} name="children" title={words.children}>
        {(children) => (
          <ul className={styles.list}>
            {children.map(({ class_name: name, count, is_exact: isExact }) => (
              <li key={name}>
                <Link to="/mim/class/$name/" params={{ name }}>
                  {name}
                </Link>
                <span>{isExact ? count : words.atLeast(count)}</span>
              </li>
            ))}
          </ul>
        )}
      </ObjectBlock>
      <ObjectBlock place={place} name="points_to" title={words.pointsTo}>
        {(relations) => (
          <ul className={styles.list}>
            {relations.map(({ relation, dn, exists }) => (
              <li key={`${relation} ${dn}`}>
                <span className={styles.relation}>{relation}</span>
                {dn === '' ? <em>{words.noTarget}</em> : <ObjectLink {...{ connection, dn }} />}
                {dn !== '' && exists === false && <em className={styles.missing}>{words.missing}</em>}
              </li>
            ))}
          </ul>
        )}
      </ObjectBlock>
      <ObjectBlock place={place} name="pointed_by" title={words.pointedBy}>
        {(relations) => (
          <ul className={styles.list}>
            {relations.map(({ relation, dn, class_name: name }) => (
              <li key={`${relation} ${dn}`}>
                <span className={styles.relation}>{name ?? relation}</span>
                <ObjectLink {...{ connection, dn }} />
              </li>
            ))}
          </ul>
        )}
      </ObjectBlock>
    </>
  )
}

function Records({ place, mayView }: { readonly place: Place; readonly mayView: boolean }) {
  const { connection } = place
  return (
    <>
      <ObjectBlock place={place} name="faults" title={words.faults}>
        {(faults) => (
          <ul className={styles.list}>
            {faults.map(({ dn, code, severity, descr }) => (
              <li key={dn}>
                <span className={styles.severity} data-severity={severity}>
                  {severity}
                </span>
                <span>
                  <code>{code}</code> {descr}
                </span>
              </li>
            ))}
          </ul>
        )}
      </ObjectBlock>
      <ObjectBlock place={place} name="audit" title={words.audit}>
        {(records) => (
          <ul className={styles.list}>
            {records.map(({ record, at, user, action, affected, changes }) => (
              <li key={record}>
                <span className={styles.when}>
                  <TimeText at={at} />
                </span>
                <span>
                  <strong>{user}</strong> {words.actions[action]}{' '}
                  {affected === place.dn ? null : (
                    <ObjectLink {...{ connection, dn: affected }} text={affected.slice(place.dn.length + 1)} />
                  )}
                  <span className={styles.changes}>{changes}</span>
                </span>
              </li>
            ))}
          </ul>
        )}
      </ObjectBlock>
      {mayView && (
        <ObjectBlock place={place} name="captures" title={words.captures}>
          {(captures) => (
            <ul className={styles.list}>
              {captures.map(({ snapshot, saved_query: query, saved_query_name: name, at }) => (
                <li key={snapshot}>
                  <Link to="/history/snapshots/$id" params={{ id: snapshot }}>
                    {name}
                  </Link>
                  <TimeText at={at} />
                  <Link to="/history/timeline" search={{ saved_query_id: query, dn: place.dn, connection }}>
                    {words.timeline}
                  </Link>
                </li>
              ))}
            </ul>
          )}
        </ObjectBlock>
      )}
    </>
  )
}
