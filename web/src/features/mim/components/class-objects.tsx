import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { columnsOf } from '../../../components/sample-columns.ts'
import { SampleTable } from '../../../components/sample-table.tsx'
import { ErrorState, LoadingState } from '../../../components/states.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { useHeddle, useProfile } from '../../../lib/session/context.tsx'
import { formatTime } from '../../../lib/time/format-time.ts'
import { connectionList } from '../../../resources/connections.ts'
import { words } from '../words.ts'
import styles from './class-objects.module.css'

const FEW = 20

/** Some objects of a class as they are on a controller, which is asked only when somebody wants them. */
export function ClassObjects({ found: { name, properties } }: { readonly found: Wire.MimClassDetail }) {
  const heddle = useHeddle()
  const { preferences } = useProfile()
  const [chosen, setChosen] = useState<string>()
  const connections = useQuery(connectionList(heddle))
  const all = connections.data ?? []
  const connection = all.find(({ id }) => id === chosen) ?? all.find(({ is_default }) => is_default) ?? all[0]
  const sample = useQuery({
    queryKey: ['mim', 'sample', name, connection?.id ?? null],
    queryFn: ({ signal }) =>
      heddle.controller.connections.objects(connection!.id, { class_name: name, limit: FEW }, { signal }),
    enabled: false,
    retry: false,
    staleTime: Infinity,
  })
  if (connections.data && connection === undefined) return <p className={styles.quiet}>{words.noConnection}</p>
  return (
    <div className={styles.part}>
      <div className={styles.ask}>
        {all.length > 1 && (
          <ChoiceField
            label={words.connection}
            isLabelHidden
            choices={all.map(({ id, name: label }) => ({ value: id, label }))}
            value={connection?.id}
            onChange={setChosen}
          />
        )}
        <Button
          impossible={sample.isFetching ? words.reading : connection ? undefined : words.reading}
          onClick={() => void sample.refetch()}
        >
          {words.showFew(FEW)}
        </Button>
        {sample.data && (
          <span role="status" className={styles.quiet}>
            {words.fewShown(sample.data.objects.length, connection?.name ?? '')}{' '}
            {formatTime(new Date(sample.dataUpdatedAt).toISOString(), preferences)}
          </span>
        )}
      </div>
      {sample.isFetching && !sample.data && <LoadingState lines={4} />}
      {sample.error && (
        <ErrorState what={words.sampleFailure(name)} error={sample.error} onRetry={() => void sample.refetch()} />
      )}
      {sample.data && !sample.error && <Objects name={name} naming={namesOf(properties)} reply={sample.data} />}
    </div>
  )
}

const namesOf = (properties: Wire.MimClassDetail['properties']): readonly string[] =>
  properties.filter(({ naming }) => naming).map(({ name }) => name)

type ObjectsProps = { readonly name: string; readonly naming: readonly string[]; readonly reply: Wire.ClassObjects }

function Objects({ name, naming, reply: { objects } }: ObjectsProps) {
  if (objects.length === 0) return <p className={styles.quiet}>{words.noObjects}</p>
  // What no object has takes the room of what some have.
  const isTold = (column: string) => objects.some((object) => (object[column] ?? '') !== '')
  const told = columnsOf(objects).filter(isTold)
  const columns = [...new Set(['dn', ...naming.filter((column) => told.includes(column)), ...told])]
  return <SampleTable label={words.objectsOf(name)} columns={columns} rows={objects} />
}
