import styles from '../../../components/connections/cells.module.css'
import type { Wire } from '../../../lib/api/wire.ts'

export const AddressCell = ({ connection: { host, hosts } }: { readonly connection: Wire.ControllerConnection }) => (
  <span className={styles.addresses}>
    {[host, ...hosts].map((address) => (
      <code key={address}>{address}</code>
    ))}
  </span>
)
