CREATE TABLE "automation_connections" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"base_url" text NOT NULL,
	"username" text NOT NULL,
	"auth_method" text NOT NULL,
	"token_sealed" text,
	"api_prefix" text,
	"verify_ssl" boolean NOT NULL,
	"ca_certificate" text,
	"job_url_pattern" text,
	"is_default" boolean NOT NULL,
	"last_tested_at" timestamp (3) with time zone,
	"last_test_status" text,
	"last_test_message" text,
	"created_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "automation_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"description" text NOT NULL,
	"parent_id" integer,
	"created_by" integer
);
--> statement-breakpoint
CREATE TABLE "automation_column_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"definition" jsonb NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_references" (
	"referrer_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"reference_id" uuid NOT NULL,
	CONSTRAINT "automation_references_referrer_id_kind_reference_id_pk" PRIMARY KEY("referrer_id","kind","reference_id")
);
--> statement-breakpoint
CREATE TABLE "automation_regex_patterns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"pattern" text NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_template_groups" (
	"template_id" uuid NOT NULL,
	"group_id" integer NOT NULL,
	CONSTRAINT "automation_template_groups_template_id_group_id_pk" PRIMARY KEY("template_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "automation_templates" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"category_id" integer,
	"connection_id" uuid NOT NULL,
	"job_template_id" integer NOT NULL,
	"execution_mode" text NOT NULL,
	"row_concurrency" integer NOT NULL,
	"schema" jsonb NOT NULL,
	"validation_lists" uuid[] NOT NULL,
	"is_restricted" boolean NOT NULL,
	"created_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_validation_lists" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"source_type" text NOT NULL,
	"source_query_id" uuid,
	"source_column" text,
	"values" jsonb NOT NULL,
	"refreshed_at" timestamp (3) with time zone,
	"created_by" integer,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "automation_executions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"row_index" integer,
	"connection_id" uuid NOT NULL,
	"job_template_id" integer NOT NULL,
	"extra_vars" jsonb NOT NULL,
	"status" text NOT NULL,
	"launch" text NOT NULL,
	"launch_started_at" timestamp (3) with time zone,
	"job_id" bigint,
	"job_kind" text,
	"job_url" text,
	"job_status" text,
	"error" text,
	"warnings" jsonb NOT NULL,
	"ignored_fields" jsonb,
	"artifacts" jsonb,
	"scm_revision" text,
	"transitions" jsonb NOT NULL,
	"poll_at" timestamp (3) with time zone,
	"misses" integer DEFAULT 0 NOT NULL,
	"deadline_at" timestamp (3) with time zone,
	"cancel_requested_at" timestamp (3) with time zone,
	"cancel_sent_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	"watched_until" timestamp (3) with time zone,
	"output_bytes" bigint DEFAULT 0 NOT NULL,
	"output_preview" text DEFAULT '' NOT NULL,
	"output_cursor" integer DEFAULT 0 NOT NULL,
	"output_sha256" text,
	"output_live_bytes" bigint,
	"output_replaced" bigint[] DEFAULT '{}' NOT NULL,
	"output_complete_at" timestamp (3) with time zone,
	"collect_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "automation_output_chunks" (
	"execution_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"offset" bigint NOT NULL,
	"byte_count" integer NOT NULL,
	"body" "bytea" NOT NULL,
	CONSTRAINT "automation_output_chunks_execution_id_index_pk" PRIMARY KEY("execution_id","index")
);
--> statement-breakpoint
CREATE TABLE "automation_poll_turns" (
	"connection_id" uuid PRIMARY KEY NOT NULL,
	"next_poll_at" timestamp (3) with time zone NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "automation_request_rows" (
	"request_id" uuid NOT NULL,
	"index" integer NOT NULL,
	"values" jsonb NOT NULL,
	"source" jsonb,
	CONSTRAINT "automation_request_rows_request_id_index_pk" PRIMARY KEY("request_id","index")
);
--> statement-breakpoint
CREATE TABLE "automation_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"template_id" uuid NOT NULL,
	"template" jsonb NOT NULL,
	"user_id" integer,
	"username" text NOT NULL,
	"status" text NOT NULL,
	"comment" text NOT NULL,
	"row_count" integer NOT NULL,
	"execution_count" integer NOT NULL,
	"warnings" jsonb NOT NULL,
	"scm_revision" text,
	"relaunch_of" uuid,
	"source" jsonb,
	"source_saved_query_id" uuid,
	"source_snapshot_ids" uuid[] NOT NULL,
	"selection" jsonb,
	"approval_status" text,
	"approval_decided_by" text,
	"approval_decided_at" timestamp (3) with time zone,
	"approval_note" text,
	"approval_expires_at" timestamp (3) with time zone,
	"verify_after" jsonb,
	"cancel_requested_at" timestamp (3) with time zone,
	"cancel_requested_by" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "automation_verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"request_id" uuid NOT NULL,
	"spec" jsonb NOT NULL,
	"status" text NOT NULL,
	"execution_id" uuid,
	"rows" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"error" text,
	"due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"checked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "automation_webhook_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"job_id" bigint NOT NULL,
	"status" text,
	"received_at" timestamp (3) with time zone NOT NULL,
	"applied_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD COLUMN "captures_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD COLUMN "follow_up" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "on_changes" jsonb;--> statement-breakpoint
ALTER TABLE "automation_connections" ADD CONSTRAINT "automation_connections_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_categories" ADD CONSTRAINT "automation_categories_parent_id_automation_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."automation_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_categories" ADD CONSTRAINT "automation_categories_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_column_templates" ADD CONSTRAINT "automation_column_templates_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_regex_patterns" ADD CONSTRAINT "automation_regex_patterns_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_template_groups" ADD CONSTRAINT "automation_template_groups_template_id_automation_templates_id_fk" FOREIGN KEY ("template_id") REFERENCES "public"."automation_templates"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_template_groups" ADD CONSTRAINT "automation_template_groups_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_templates" ADD CONSTRAINT "automation_templates_category_id_automation_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."automation_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_templates" ADD CONSTRAINT "automation_templates_connection_id_automation_connections_id_fk" FOREIGN KEY ("connection_id") REFERENCES "public"."automation_connections"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_templates" ADD CONSTRAINT "automation_templates_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_validation_lists" ADD CONSTRAINT "automation_validation_lists_created_by_users_id_fk" FOREIGN KEY ("created_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_executions" ADD CONSTRAINT "automation_executions_request_id_automation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."automation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_output_chunks" ADD CONSTRAINT "automation_output_chunks_execution_id_automation_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."automation_executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_request_rows" ADD CONSTRAINT "automation_request_rows_request_id_automation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."automation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_requests" ADD CONSTRAINT "automation_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automation_verifications" ADD CONSTRAINT "automation_verifications_request_id_automation_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."automation_requests"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_connections_one_default" ON "automation_connections" USING btree ("is_default") WHERE "automation_connections"."is_default";--> statement-breakpoint
CREATE INDEX "automation_categories_parent_idx" ON "automation_categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "automation_references_reference_idx" ON "automation_references" USING btree ("reference_id");--> statement-breakpoint
CREATE INDEX "automation_template_groups_group_idx" ON "automation_template_groups" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "automation_templates_name_idx" ON "automation_templates" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "automation_templates_category_idx" ON "automation_templates" USING btree ("category_id");--> statement-breakpoint
CREATE INDEX "automation_templates_connection_idx" ON "automation_templates" USING btree ("connection_id");--> statement-breakpoint
CREATE INDEX "automation_executions_request_idx" ON "automation_executions" USING btree ("request_id","position");--> statement-breakpoint
CREATE INDEX "automation_executions_created_idx" ON "automation_executions" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "automation_executions_job_idx" ON "automation_executions" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "automation_executions_poll_idx" ON "automation_executions" USING btree ("connection_id","poll_at") WHERE "automation_executions"."poll_at" is not null;--> statement-breakpoint
CREATE INDEX "automation_executions_queued_idx" ON "automation_executions" USING btree ("request_id") WHERE "automation_executions"."launch" in ('queued', 'launching');--> statement-breakpoint
CREATE INDEX "automation_executions_output_idx" ON "automation_executions" USING btree ("connection_id") WHERE "automation_executions"."output_complete_at" is null;--> statement-breakpoint
CREATE INDEX "automation_executions_collect_idx" ON "automation_executions" USING btree ("collect_until") WHERE "automation_executions"."collect_until" is not null;--> statement-breakpoint
CREATE INDEX "automation_requests_created_idx" ON "automation_requests" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "automation_requests_template_idx" ON "automation_requests" USING btree ("template_id","created_at");--> statement-breakpoint
CREATE INDEX "automation_requests_user_idx" ON "automation_requests" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "automation_requests_open_idx" ON "automation_requests" USING btree ("template_id") WHERE "automation_requests"."status" in ('pending', 'running');--> statement-breakpoint
CREATE INDEX "automation_requests_waiting_idx" ON "automation_requests" USING btree ("approval_expires_at") WHERE "automation_requests"."approval_status" = 'waiting';--> statement-breakpoint
CREATE INDEX "automation_requests_query_idx" ON "automation_requests" USING btree ("source_saved_query_id","created_at");--> statement-breakpoint
CREATE INDEX "automation_requests_snapshots_idx" ON "automation_requests" USING gin ("source_snapshot_ids");--> statement-breakpoint
CREATE INDEX "automation_verifications_request_idx" ON "automation_verifications" USING btree ("request_id","created_at");--> statement-breakpoint
CREATE INDEX "automation_verifications_due_idx" ON "automation_verifications" USING btree ("due_at") WHERE "automation_verifications"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "automation_webhook_events_waiting_idx" ON "automation_webhook_events" USING btree ("job_id") WHERE "automation_webhook_events"."applied_at" is null;--> statement-breakpoint
CREATE INDEX "automation_webhook_events_received_idx" ON "automation_webhook_events" USING btree ("received_at");