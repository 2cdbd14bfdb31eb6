const SEQUENCE = 0x30

/** Whether these bytes are one complete LDAP message with nothing after it. */
export function isOneMessage(bytes: Buffer): boolean {
  const first = bytes[1]
  if (bytes[0] !== SEQUENCE || first === undefined) return false
  if (first < 0x80) return bytes.length === 2 + first
  const lengthBytes = first - 0x80
  if (lengthBytes < 1 || lengthBytes > 4 || bytes.length < 2 + lengthBytes) return false
  return bytes.length === 2 + lengthBytes + bytes.readUIntBE(2, lengthBytes)
}
