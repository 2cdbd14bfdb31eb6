-- Instant on a table of any size: chunks are moved from "snapshot_chunks" to "lineage_chunks" afterwards, step by step,
-- and read from both meanwhile. Processes of the version before may go on: docs/adr/0031-chunks-by-lineage.md.
CREATE SEQUENCE "public"."lineage_chunks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1099511627776 CACHE 1;--> statement-breakpoint
CREATE TABLE "lineage_chunks" (
	"id" bigint DEFAULT nextval('lineage_chunks_id_seq') NOT NULL,
	"lineage_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"base_id" bigint,
	"row_count" integer NOT NULL,
	"raw_bytes" integer NOT NULL,
	"min_dn" "bytea",
	"max_dn" "bytea",
	"capture_id" uuid,
	"body" "bytea",
	"pack_id" uuid,
	"pack_offset" integer,
	"body_bytes" integer NOT NULL,
	CONSTRAINT "lineage_chunks_lineage_id_id_pk" PRIMARY KEY("lineage_id","id"),
	CONSTRAINT "lineage_chunks_once" UNIQUE("lineage_id","hash")
) PARTITION BY HASH ("lineage_id");
--> statement-breakpoint
-- The embedded database holds one installation's history on one disk: few partitions start faster.
DO $$
DECLARE
	"partitions" integer := CASE WHEN version() LIKE '%emscripten%' THEN 4 ELSE 64 END;
BEGIN
	FOR "number" IN 0 .. "partitions" - 1 LOOP
		EXECUTE format('CREATE TABLE lineage_chunks_%s PARTITION OF lineage_chunks FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
			"number", "partitions", "number");
	END LOOP;
END
$$;
--> statement-breakpoint
ALTER SEQUENCE "lineage_chunks_id_seq" OWNED BY "lineage_chunks"."id";--> statement-breakpoint
CREATE VIEW "all_chunks" AS
	SELECT "id", "lineage_id", "hash", "base_id", "row_count", "raw_bytes", "min_dn", "max_dn", "capture_id", "body", "pack_id", "pack_offset", "body_bytes", false AS "is_earlier"
		FROM "lineage_chunks"
	UNION ALL
	SELECT "id", "lineage_id", "hash", "base_id", "row_count", "raw_bytes", "min_dn", "max_dn", NULL::uuid, "body", NULL::uuid, NULL::integer, octet_length("body"), true
		FROM "snapshot_chunks";
--> statement-breakpoint
INSERT INTO "instance_settings" ("key", "value") VALUES ('chunks_moving_since', to_jsonb(now()));
--> statement-breakpoint
CREATE TABLE "snapshot_packs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lineage_id" uuid NOT NULL,
	"capture_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"bytes" bigint NOT NULL,
	"live_bytes" bigint DEFAULT 0 NOT NULL,
	"is_stored" boolean DEFAULT false NOT NULL,
	"dropped_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "snapshot_chunks" DROP CONSTRAINT "snapshot_chunks_lineage_id_snapshot_lineages_id_fk";
--> statement-breakpoint
ALTER TABLE "snapshot_lineages" DROP CONSTRAINT "snapshot_lineages_saved_query_id_saved_queries_id_fk";
--> statement-breakpoint
DROP INDEX "snapshot_lineages_sweep_idx";--> statement-breakpoint
ALTER TABLE "snapshot_lineages" ALTER COLUMN "saved_query_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "snapshot_lineages" ADD COLUMN "sweep_mark" uuid;--> statement-breakpoint
CREATE INDEX "lineage_chunks_dn_idx" ON "lineage_chunks" USING btree ("lineage_id","min_dn","id") WHERE "lineage_chunks"."min_dn" is not null;--> statement-breakpoint
CREATE INDEX "lineage_chunks_base_idx" ON "lineage_chunks" USING btree ("lineage_id","base_id") WHERE "lineage_chunks"."base_id" is not null;--> statement-breakpoint
CREATE INDEX "lineage_chunks_pack_idx" ON "lineage_chunks" USING btree ("lineage_id","pack_id") WHERE "lineage_chunks"."pack_id" is not null;--> statement-breakpoint
CREATE INDEX "snapshot_packs_dropped_idx" ON "snapshot_packs" USING btree ("dropped_at") WHERE "snapshot_packs"."dropped_at" is not null;--> statement-breakpoint
CREATE INDEX "snapshot_packs_open_idx" ON "snapshot_packs" USING btree ("created_at") WHERE not "snapshot_packs"."is_stored";--> statement-breakpoint
CREATE INDEX "snapshot_packs_sparse_idx" ON "snapshot_packs" USING btree ("lineage_id") WHERE "snapshot_packs"."is_stored" and "snapshot_packs"."dropped_at" is null and "snapshot_packs"."live_bytes" * 2 < "snapshot_packs"."bytes";--> statement-breakpoint
ALTER TABLE "snapshot_lineages" ADD CONSTRAINT "snapshot_lineages_saved_query_id_saved_queries_id_fk" FOREIGN KEY ("saved_query_id") REFERENCES "public"."saved_queries"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
-- Holds already, because lineages went with their queries.
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_saved_query_id_saved_queries_id_fk" FOREIGN KEY ("saved_query_id") REFERENCES "public"."saved_queries"("id") ON DELETE cascade ON UPDATE no action NOT VALID;--> statement-breakpoint
CREATE INDEX "snapshot_lineages_sweep_idx" ON "snapshot_lineages" USING btree ("id") WHERE "snapshot_lineages"."needs_sweep" or "snapshot_lineages"."saved_query_id" is null;