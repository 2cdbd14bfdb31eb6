import { useState } from 'react'
import { CheckField } from '../../../components/field.tsx'
import { FormDialog } from '../../../components/form-dialog.tsx'
import type { WorkspaceConnection } from './use-connection.ts'
import { words } from './words.ts'

type Props = {
  readonly connection: WorkspaceConnection
  readonly onRun: (connections: readonly string[]) => void
  readonly onClose: () => void
}

const NOTHING_SENT = { error: null, isPending: false }
const FEWEST = 2

/** The same query on several fabrics, with one result. */
export function FabricsDialog({ connection: { all, selected }, onRun, onClose }: Props) {
  const [chosen, setChosen] = useState<readonly string[]>(selected === undefined ? [] : [selected])
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <FormDialog
      title={words.fabrics.title}
      sending={NOTHING_SENT}
      faults={[]}
      verb={words.fabrics.verb}
      impossible={
        all.length < FEWEST ? words.fabrics.onlyOne : chosen.length < FEWEST ? words.fabrics.atLeast : undefined
      }
      onSubmit={() => {
        if (chosen.length < FEWEST) return
        onClose()
        onRun(chosen)
      }}
      onClose={onClose}
    >
      <p>{words.fabrics.text}</p>
      <fieldset>
        <legend>{words.fabrics.connections}</legend>
        {all.map(({ id, name }) => (
          <CheckField key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
      </fieldset>
    </FormDialog>
  )
}
