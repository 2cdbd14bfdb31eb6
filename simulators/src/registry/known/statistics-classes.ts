/** Families of statistics; each line defines eighteen classes. Notation: see `parseTable`. */
export const STATISTICS_CLASSES = `
eqpt:IngrTotal* | Ingress | | l1:PhysIf,pc:AggrIf | | statistic | pkts bytes | Packets and bytes an interface received.
eqpt:EgrTotal* | Egress | | l1:PhysIf,pc:AggrIf | | statistic | pkts bytes | Packets and bytes an interface sent.
eqpt:IngrPkts* | Ingress Packets | | l1:PhysIf,pc:AggrIf | | statistic | unicast multicast flood | Packets received, by kind.
l2:IngrBytesAg* | aggregated ingress bytes | | fv:AEPg,fv:BD,fv:Ctx,fv:Tenant,l2:BD | | statistic | unicast drop | Bytes that came from a group.
l2:EgrBytesAg* | aggregated egress bytes | | fv:AEPg,fv:BD,fv:Ctx,fv:Tenant,l2:BD | | statistic | unicast drop | Bytes that went to a group.
fv:FltCounter* | Fault Counter | | fv:Tenant,fv:BD,fv:Ctx,fv:AEPg,fv:Ap | | statistic | critcount majorcount minorcount warncount | Faults counted below an object.
fv:OverallHealth* | overall tenant health | | fv:Tenant,fv:Ap,fv:AEPg,fv:BD,fv:Ctx | | statistic | health | Health of a tenant and what is in it.
fabric:OverallHealth* | overall fabric health | | fabric:HealthTotal | | statistic | health | Health of fabric or pod.
proc:SysCPU* | System cpu | | proc:Entity | | statistic | user kernel idle | Use of the processor.
proc:SysMem* | System memory | | proc:Entity | | statistic | total used free | Use of the memory.
eqpt:Temp* | temperature | | eqpt:Sensor | | statistic | current | Temperatures of a sensor.
eqptcapacity:VlanUsage* | Vlan entries usage | | eqptcapacity:Entity | | statistic | total totalCap | How many VLANs a switch holds.
`
