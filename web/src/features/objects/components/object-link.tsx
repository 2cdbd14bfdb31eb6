import { Link } from '@tanstack/react-router'
import styles from './object.module.css'

type Props = { readonly connection: string; readonly dn: string; readonly text?: string }

/** The page of another object of the same fabric. */
export const ObjectLink = ({ connection, dn, text }: Props) => (
  <Link to="/controller/objects" search={{ connection, dn }} className={styles.dn}>
    {text ?? dn}
  </Link>
)
