import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button } from '../../../components/button.tsx'
import { Dialog, DialogActions } from '../../../components/dialog.tsx'
import { Fact } from '../../../components/fact.tsx'
import { ErrorState, LoadingState } from '../../../components/states.tsx'
import { TimeText } from '../../../components/time-text.tsx'
import type { Wire } from '../../../lib/api/wire.ts'
import { formatNumber } from '../../../lib/i18n/plural.ts'
import { useHeddle, useMay } from '../../../lib/session/context.tsx'
import { factsOf, readFactsAgain } from '../api.ts'
import { words } from '../words.ts'
import styles from './budget-dialog.module.css'

type Props = { readonly connection: Wire.ControllerConnection; readonly onClose: () => void }

/** What is known of a fabric, which conditions of checks ask about. */
export function FactsDialog({ connection: { id, name }, onClose }: Props) {
  const heddle = useHeddle()
  const cache = useQueryClient()
  const mayTest = useMay('controller.test_connection')
  const { queryKey } = factsOf(heddle, id)
  const found = useQuery(factsOf(heddle, id))
  const again = useMutation({
    mutationFn: () => readFactsAgain(heddle, id),
    onSuccess: (facts) => cache.setQueryData(queryKey, facts),
  })
  const error = again.error ?? found.error
  return (
    <Dialog title={words.factsTitle(name)} isOpen onClose={onClose}>
      {error && <ErrorState what={words.factsFailure} error={error} onRetry={() => again.mutate()} />}
      {found.isPending && !error && <LoadingState />}
      {found.data && !error && <FabricFacts facts={found.data} />}
      <DialogActions>
        {mayTest && found.data && (
          <Button onClick={() => again.mutate()} impossible={again.isPending ? words.asking : undefined}>
            {words.readAgain}
          </Button>
        )}
        <Button look="primary" onClick={onClose}>
          {words.close}
        </Button>
      </DialogActions>
    </Dialog>
  )
}

function FabricFacts({ facts }: { readonly facts: Wire.ConnectionFacts }) {
  const { version, switch_versions: releases, nodes, leafs, spines, controllers, pods, read_at: readAt } = facts
  return (
    <>
      <dl className={styles.facts}>
        <Fact name={words.release} value={version ?? words.notKnown} />
        <Fact name={words.switchReleases} value={releases.length === 0 ? words.notKnown : releases.join(', ')} />
        <Fact name={words.nodes} value={formatNumber(nodes)} />
        <Fact name={words.pods} value={formatNumber(pods)} />
        <Fact name={words.leafs} value={formatNumber(leafs)} />
        <Fact name={words.spines} value={formatNumber(spines)} />
        <Fact name={words.controllers} value={formatNumber(controllers)} />
        <Fact name={words.readAt} value={<TimeText at={readAt} />} />
      </dl>
      <p className={styles.note}>{words.factsNote}</p>
    </>
  )
}
