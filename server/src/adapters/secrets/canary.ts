import { type SecretBox, UnreadableSecret } from './secret-box.ts'

/** Where the canary stands in `instance_settings`. */
export const CANARY_KEY = 'secret_canary'
const PLACE = { table: 'instance_settings', column: 'value', row: CANARY_KEY }
const SONG = 'heddle'

/**
 * A sealed text whose only use is to be opened at the start, so that a wrong key stops the start instead of failing at
 * every use. The re-encrypt command renews it last: until then the previous key can not be dropped.
 */
export function createCanary(box: SecretBox): string {
  return box.seal(SONG, PLACE)
}

/** One line that says what to do, when the keys at hand do not open the canary. */
export function checkCanary(box: SecretBox, stored: unknown): { ok: true } | { ok: false; message: string } {
  try {
    if (typeof stored === 'string' && box.open(stored, PLACE).reveal() === SONG) return { ok: true }
    return { ok: false, message: `SECRET_KEY: can not be checked, the entry ${CANARY_KEY} of instance_settings is damaged` }
  } catch (error) {
    if (!(error instanceof UnreadableSecret)) throw error
    return {
      ok: false,
      message: `SECRET_KEY: not the key that this database was set up with; start with that key, or name it in SECRET_KEY_PREVIOUS (${error.message})`,
    }
  }
}
