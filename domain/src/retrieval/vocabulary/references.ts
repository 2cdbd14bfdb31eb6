/**
 * Properties that hold the DN of another object, as relations do: class, property, class it refers to. A star stands
 * for any class.
 */
export const REFERENCES = `
aaaModLR     affected     *
eventRecord  affected     *
faultRecord  affected     *
healthRecord affected     *
fvCEp        bdDn         fvBD
fvCEp        vrfDn        fvCtx
fvCEp        fabricPathDn fabricPathEp
fvIp         bdDn         fvBD
fvIp         vrfDn        fvCtx
fvIp         fabricPathDn fabricPathEp
fvIfConn     bdDn         fvBD
vlanCktEp    epgDn        fvAEPg
`
