CREATE TABLE "mim_import_jobs" (
	"id" bigserial PRIMARY KEY NOT NULL,
	"run_id" uuid NOT NULL,
	"class_pkg" text NOT NULL,
	"class_name" text NOT NULL,
	"state" text NOT NULL,
	"is_core" boolean DEFAULT false NOT NULL,
	"source_version" text,
	"attempted_versions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"http_status_last" integer,
	"last_error" text DEFAULT '' NOT NULL,
	"retry_count" integer DEFAULT 0 NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mim_import_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"source" text NOT NULL,
	"version_key" text NOT NULL,
	"fallback_chain" jsonb NOT NULL,
	"controller_connection_id" uuid,
	"state" text NOT NULL,
	"phase" text NOT NULL,
	"concurrency" integer NOT NULL,
	"total_classes" integer NOT NULL,
	"completed_count" integer DEFAULT 0 NOT NULL,
	"fallback_count" integer DEFAULT 0 NOT NULL,
	"not_found_count" integer DEFAULT 0 NOT NULL,
	"failed_count" integer DEFAULT 0 NOT NULL,
	"graph_id" uuid,
	"started_by_id" integer,
	"started_by_username" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"core_ready_at" timestamp (3) with time zone,
	"error_summary" text DEFAULT '' NOT NULL,
	"cancel_requested" boolean DEFAULT false NOT NULL,
	"class_count" integer,
	"property_count" integer,
	"generation" integer DEFAULT 1 NOT NULL,
	"claim" uuid,
	"claimed_at" timestamp (3) with time zone,
	"take_ups" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mim_favorites" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"class_name" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mim_graphs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"parts_format" integer,
	"parts_bytes" integer,
	"counts" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mim_parts" (
	"graph_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "mim_parts_graph_id_number_pk" PRIMARY KEY("graph_id","number")
);
--> statement-breakpoint
CREATE TABLE "mim_records" (
	"graph_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"class_count" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "mim_records_graph_id_number_pk" PRIMARY KEY("graph_id","number")
);
--> statement-breakpoint
CREATE TABLE "mim_versions" (
	"id" serial PRIMARY KEY NOT NULL,
	"graph_id" uuid,
	"controller_version" text NOT NULL,
	"source" text NOT NULL,
	"class_count" integer NOT NULL,
	"property_count" integer NOT NULL,
	"rel_count" integer NOT NULL,
	"package_count" integer NOT NULL,
	"imported_at" timestamp (3) with time zone NOT NULL,
	"imported_by_id" integer,
	"imported_by_username" text,
	"is_active" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "table_preferences" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"class_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "table_templates" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"class_name" text NOT NULL,
	"columns" jsonb NOT NULL,
	"is_shared" boolean NOT NULL,
	"owner_id" integer,
	"owner_username" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshot_captures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lineage_id" uuid NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"renewed_at" timestamp (3) with time zone NOT NULL,
	"last_chunk_id" bigint NOT NULL,
	"held_manifest_ids" bigint[] NOT NULL,
	"held_chunk_ids" bigint[] NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshot_chunks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "snapshot_chunks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"lineage_id" uuid NOT NULL,
	"hash" "bytea" NOT NULL,
	"base_id" bigint,
	"row_count" integer NOT NULL,
	"raw_bytes" integer NOT NULL,
	"min_dn" "bytea",
	"max_dn" "bytea",
	"body" "bytea" NOT NULL,
	CONSTRAINT "snapshot_chunks_once" UNIQUE("lineage_id","hash")
);
--> statement-breakpoint
CREATE TABLE "snapshot_lineages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"controller_connection_id" uuid NOT NULL,
	"needs_sweep" boolean DEFAULT false NOT NULL,
	CONSTRAINT "snapshot_lineages_once" UNIQUE("saved_query_id","controller_connection_id")
);
--> statement-breakpoint
CREATE TABLE "snapshot_settings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"default_retention_policy" text NOT NULL,
	"auto_capture_enabled" boolean NOT NULL,
	"diff_key_strategy" text NOT NULL,
	"diff_ignore_fields" jsonb,
	"keep_first_and_last" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "snapshots" (
	"id" uuid PRIMARY KEY NOT NULL,
	"lineage_id" uuid NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"controller_connection_id" uuid NOT NULL,
	"captured_at" timestamp (3) with time zone NOT NULL,
	"captured_by_id" integer,
	"captured_by" text NOT NULL,
	"execution_id" uuid,
	"saved_query_version" integer NOT NULL,
	"class_name" text,
	"row_count" integer NOT NULL,
	"columns" jsonb NOT NULL,
	"is_dn_sorted" boolean NOT NULL,
	"has_unique_dns" boolean NOT NULL,
	"version_hash" text NOT NULL,
	"size_bytes" bigint NOT NULL,
	"stored_bytes" bigint NOT NULL,
	"retention_policy" text NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"annotation" text,
	"pinned" boolean DEFAULT false NOT NULL,
	"changes" jsonb,
	"manifest_id" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "class_name" text;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "snapshot_id" uuid;--> statement-breakpoint
ALTER TABLE "mim_import_jobs" ADD CONSTRAINT "mim_import_jobs_run_id_mim_import_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."mim_import_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mim_import_runs" ADD CONSTRAINT "mim_import_runs_graph_id_mim_graphs_id_fk" FOREIGN KEY ("graph_id") REFERENCES "public"."mim_graphs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mim_import_runs" ADD CONSTRAINT "mim_import_runs_started_by_id_users_id_fk" FOREIGN KEY ("started_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mim_favorites" ADD CONSTRAINT "mim_favorites_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mim_parts" ADD CONSTRAINT "mim_parts_graph_id_mim_graphs_id_fk" FOREIGN KEY ("graph_id") REFERENCES "public"."mim_graphs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mim_records" ADD CONSTRAINT "mim_records_graph_id_mim_graphs_id_fk" FOREIGN KEY ("graph_id") REFERENCES "public"."mim_graphs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mim_versions" ADD CONSTRAINT "mim_versions_graph_id_mim_graphs_id_fk" FOREIGN KEY ("graph_id") REFERENCES "public"."mim_graphs"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mim_versions" ADD CONSTRAINT "mim_versions_imported_by_id_users_id_fk" FOREIGN KEY ("imported_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_preferences" ADD CONSTRAINT "table_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "table_templates" ADD CONSTRAINT "table_templates_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_captures" ADD CONSTRAINT "snapshot_captures_lineage_id_snapshot_lineages_id_fk" FOREIGN KEY ("lineage_id") REFERENCES "public"."snapshot_lineages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_chunks" ADD CONSTRAINT "snapshot_chunks_lineage_id_snapshot_lineages_id_fk" FOREIGN KEY ("lineage_id") REFERENCES "public"."snapshot_lineages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_lineages" ADD CONSTRAINT "snapshot_lineages_saved_query_id_saved_queries_id_fk" FOREIGN KEY ("saved_query_id") REFERENCES "public"."saved_queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshot_settings" ADD CONSTRAINT "snapshot_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_lineage_id_snapshot_lineages_id_fk" FOREIGN KEY ("lineage_id") REFERENCES "public"."snapshot_lineages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "snapshots" ADD CONSTRAINT "snapshots_captured_by_id_users_id_fk" FOREIGN KEY ("captured_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "mim_import_jobs_once" ON "mim_import_jobs" USING btree ("run_id","class_pkg","class_name");--> statement-breakpoint
CREATE INDEX "mim_import_jobs_open_idx" ON "mim_import_jobs" USING btree ("run_id","is_core" DESC NULLS LAST,"id") WHERE "mim_import_jobs"."state" in ('pending', 'in_progress');--> statement-breakpoint
CREATE INDEX "mim_import_jobs_failed_idx" ON "mim_import_jobs" USING btree ("run_id","updated_at","id") WHERE "mim_import_jobs"."state" = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "mim_import_runs_one_running" ON "mim_import_runs" USING btree (("state" = 'running')) WHERE "mim_import_runs"."state" = 'running';--> statement-breakpoint
CREATE INDEX "mim_import_runs_started_idx" ON "mim_import_runs" USING btree ("started_at");--> statement-breakpoint
CREATE UNIQUE INDEX "mim_favorites_once" ON "mim_favorites" USING btree ("user_id","class_name");--> statement-breakpoint
CREATE UNIQUE INDEX "mim_versions_one_active" ON "mim_versions" USING btree ("is_active") WHERE "mim_versions"."is_active";--> statement-breakpoint
CREATE INDEX "mim_versions_graph_idx" ON "mim_versions" USING btree ("graph_id");--> statement-breakpoint
CREATE UNIQUE INDEX "table_preferences_once" ON "table_preferences" USING btree ("user_id","class_name");--> statement-breakpoint
CREATE INDEX "table_templates_class_idx" ON "table_templates" USING btree ("class_name");--> statement-breakpoint
CREATE INDEX "table_templates_owner_idx" ON "table_templates" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "snapshot_captures_lineage_idx" ON "snapshot_captures" USING btree ("lineage_id");--> statement-breakpoint
CREATE INDEX "snapshot_captures_renewed_idx" ON "snapshot_captures" USING btree ("renewed_at");--> statement-breakpoint
CREATE INDEX "snapshot_chunks_dn_idx" ON "snapshot_chunks" USING btree ("lineage_id","min_dn") WHERE "snapshot_chunks"."min_dn" is not null;--> statement-breakpoint
CREATE INDEX "snapshot_chunks_base_idx" ON "snapshot_chunks" USING btree ("base_id") WHERE "snapshot_chunks"."base_id" is not null;--> statement-breakpoint
CREATE INDEX "snapshot_lineages_sweep_idx" ON "snapshot_lineages" USING btree ("id") WHERE "snapshot_lineages"."needs_sweep";--> statement-breakpoint
CREATE INDEX "snapshots_query_idx" ON "snapshots" USING btree ("saved_query_id","captured_at","id");--> statement-breakpoint
CREATE INDEX "snapshots_lineage_idx" ON "snapshots" USING btree ("lineage_id","captured_at","id");--> statement-breakpoint
CREATE INDEX "snapshots_user_idx" ON "snapshots" USING btree ("captured_by_id","captured_at","id");--> statement-breakpoint
CREATE INDEX "snapshots_captured_idx" ON "snapshots" USING btree ("captured_at","id");--> statement-breakpoint
CREATE INDEX "snapshots_expiry_idx" ON "snapshots" USING btree ("expires_at") WHERE "snapshots"."expires_at" is not null;--> statement-breakpoint
CREATE INDEX "snapshots_execution_idx" ON "snapshots" USING btree ("execution_id") WHERE "snapshots"."execution_id" is not null;