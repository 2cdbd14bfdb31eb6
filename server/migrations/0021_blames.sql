CREATE TABLE "snapshot_blames" (
	"snapshot_a" uuid NOT NULL,
	"snapshot_b" uuid NOT NULL,
	"read_at" timestamp (3) with time zone NOT NULL,
	"record_count" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "snapshot_blames_snapshot_a_snapshot_b_pk" PRIMARY KEY("snapshot_a","snapshot_b")
);
--> statement-breakpoint
ALTER TABLE "snapshot_blames" ADD CONSTRAINT "snapshot_blames_snapshot_a_snapshots_id_fk" FOREIGN KEY ("snapshot_a") REFERENCES "public"."snapshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_blames" ADD CONSTRAINT "snapshot_blames_snapshot_b_snapshots_id_fk" FOREIGN KEY ("snapshot_b") REFERENCES "public"."snapshots"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "snapshot_blames_later_idx" ON "snapshot_blames" USING btree ("snapshot_b");