import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../../../components/button.tsx'
import { ChoiceField } from '../../../components/choice-field.tsx'
import { useHeddle } from '../../../lib/session/context.tsx'
import { connectionList } from '../../../resources/connections.ts'
import { words } from '../words.ts'
import styles from './from-controller.module.css'

type Props = { readonly impossible: string | undefined; readonly onInstall: (connection: string) => void }

/** The class model of a controller's own release; nothing where no controller is connected. */
export function FromController({ impossible, onInstall }: Props) {
  const { data: connections = [] } = useQuery(connectionList(useHeddle()))
  const [chosen, setChosen] = useState<string>()
  const selected = chosen ?? (connections.find(({ is_default }) => is_default) ?? connections[0])?.id
  if (selected === undefined) return null
  return (
    <section className={styles.part} aria-labelledby="from-controller">
      <h2 id="from-controller">{words.fromController}</h2>
      <p>{words.fromControllerText}</p>
      <div className={styles.row}>
        <ChoiceField
          label={words.connection}
          isLabelHidden
          value={selected}
          choices={connections.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setChosen}
        />
        <Button impossible={impossible} onClick={() => onInstall(selected)}>
          {words.readFrom}
        </Button>
      </div>
    </section>
  )
}
