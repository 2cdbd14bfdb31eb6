CREATE TABLE "notification_causes" (
	"user_id" integer NOT NULL,
	"cause" text NOT NULL,
	"told_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "notification_causes_user_id_cause_pk" PRIMARY KEY("user_id","cause")
);
--> statement-breakpoint
CREATE TABLE "notification_mails" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"category" text NOT NULL,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"timezone" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"in_app_enabled" boolean NOT NULL,
	"email_enabled" boolean NOT NULL,
	"categories" jsonb NOT NULL,
	"quiet_hours_start" text,
	"quiet_hours_end" text,
	"digest_enabled" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer NOT NULL,
	"category" text NOT NULL,
	"severity" text NOT NULL,
	"title" text NOT NULL,
	"body" text NOT NULL,
	"link" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "scheduled_executions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"firing_id" uuid NOT NULL,
	"task_id" uuid NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"controller_connection_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"execution_id" uuid,
	"snapshot_id" uuid,
	"status" text NOT NULL,
	"trigger" text NOT NULL,
	"scheduled_for" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"row_count" integer DEFAULT 0 NOT NULL,
	"error_message" text,
	"changes" jsonb
);
--> statement-breakpoint
CREATE TABLE "scheduled_firings" (
	"id" uuid PRIMARY KEY NOT NULL,
	"task_id" uuid NOT NULL,
	"slot" timestamp (3) with time zone,
	"trigger" text NOT NULL,
	"status" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "scheduled_task_groups" (
	"task_id" uuid NOT NULL,
	"group_id" integer NOT NULL,
	CONSTRAINT "scheduled_task_groups_task_id_group_id_pk" PRIMARY KEY("task_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "scheduled_tasks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" integer NOT NULL,
	"name" text NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"controller_connections" uuid[] NOT NULL,
	"schedule_type" text NOT NULL,
	"cron_expression" text,
	"interval_minutes" integer,
	"anchor_at" timestamp (3) with time zone NOT NULL,
	"timezone" text NOT NULL,
	"enabled" boolean NOT NULL,
	"paused_at" timestamp (3) with time zone,
	"notify_on_failure" boolean NOT NULL,
	"notify_on_changes" boolean NOT NULL,
	"capture_snapshot" boolean,
	"retention_policy" text,
	"variables" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"next_run_at" timestamp (3) with time zone,
	"last_run_at" timestamp (3) with time zone,
	"last_run_status" text,
	"failure_streak" integer DEFAULT 0 NOT NULL,
	"forgiven_failures" integer DEFAULT 0 NOT NULL,
	"open_firing" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "executions_status_idx";--> statement-breakpoint
ALTER TABLE "task_settings" ALTER COLUMN "default_timezone" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "admitted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "started_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "cancel_requested_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "skip_post_processors" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "pipeline_executions" ADD COLUMN "stage_count" integer GENERATED ALWAYS AS (jsonb_array_length(stages)) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "task_settings" ADD COLUMN "pause_after_failures" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_causes" ADD CONSTRAINT "notification_causes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_mails" ADD CONSTRAINT "notification_mails_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD CONSTRAINT "scheduled_executions_firing_id_scheduled_firings_id_fk" FOREIGN KEY ("firing_id") REFERENCES "public"."scheduled_firings"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD CONSTRAINT "scheduled_executions_task_id_scheduled_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."scheduled_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD CONSTRAINT "scheduled_executions_execution_id_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."executions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_firings" ADD CONSTRAINT "scheduled_firings_task_id_scheduled_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."scheduled_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_task_groups" ADD CONSTRAINT "scheduled_task_groups_task_id_scheduled_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."scheduled_tasks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_task_groups" ADD CONSTRAINT "scheduled_task_groups_group_id_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD CONSTRAINT "scheduled_tasks_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD CONSTRAINT "scheduled_tasks_saved_query_id_saved_queries_id_fk" FOREIGN KEY ("saved_query_id") REFERENCES "public"."saved_queries"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_causes_told_idx" ON "notification_causes" USING btree ("told_at");--> statement-breakpoint
CREATE INDEX "notification_mails_due_idx" ON "notification_mails" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "notification_mails_user_idx" ON "notification_mails" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "notifications_user_idx" ON "notifications" USING btree ("user_id","created_at","id") WHERE "notifications"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_unread_idx" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null and "notifications"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_deleted_idx" ON "notifications" USING btree ("deleted_at") WHERE "notifications"."deleted_at" is not null;--> statement-breakpoint
CREATE INDEX "scheduled_executions_task_idx" ON "scheduled_executions" USING btree ("task_id","started_at","id");--> statement-breakpoint
CREATE INDEX "scheduled_executions_status_idx" ON "scheduled_executions" USING btree ("task_id","status","started_at","id");--> statement-breakpoint
CREATE INDEX "scheduled_executions_started_idx" ON "scheduled_executions" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "scheduled_executions_execution_idx" ON "scheduled_executions" USING btree ("execution_id");--> statement-breakpoint
CREATE INDEX "scheduled_executions_firing_idx" ON "scheduled_executions" USING btree ("firing_id");--> statement-breakpoint
CREATE UNIQUE INDEX "scheduled_firings_slot_key" ON "scheduled_firings" USING btree ("task_id","slot");--> statement-breakpoint
CREATE INDEX "scheduled_firings_started_idx" ON "scheduled_firings" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "scheduled_task_groups_group_idx" ON "scheduled_task_groups" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "scheduled_tasks_due_idx" ON "scheduled_tasks" USING btree ("next_run_at") WHERE "scheduled_tasks"."next_run_at" is not null and "scheduled_tasks"."open_firing" is null;--> statement-breakpoint
CREATE INDEX "scheduled_tasks_owner_idx" ON "scheduled_tasks" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "scheduled_tasks_query_idx" ON "scheduled_tasks" USING btree ("saved_query_id");--> statement-breakpoint
CREATE INDEX "executions_query_status_idx" ON "executions" USING btree ("saved_query_id","status","executed_at","id");--> statement-breakpoint
CREATE INDEX "executions_connection_idx" ON "executions" USING btree ("controller_connection_id","executed_at","id");--> statement-breakpoint
CREATE INDEX "executions_background_idx" ON "executions" USING btree ("user_id","executed_at") WHERE "executions"."status" = 'running' and "executions"."trigger" = 'background';--> statement-breakpoint
CREATE INDEX "pipeline_executions_status_idx" ON "pipeline_executions" USING btree ("status","started_at","id");--> statement-breakpoint
CREATE INDEX "pipeline_executions_started_idx" ON "pipeline_executions" USING btree ("started_at","id");--> statement-breakpoint
CREATE INDEX "executions_status_idx" ON "executions" USING btree ("status","executed_at","id");