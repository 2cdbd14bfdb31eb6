CREATE TABLE "check_results" (
	"check_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"saved_query_id" uuid NOT NULL,
	"name" text NOT NULL,
	"folder" text NOT NULL,
	"started_at" timestamp (3) with time zone,
	"execution_id" uuid,
	"status" text,
	"reason" text,
	"duration_ms" integer,
	CONSTRAINT "check_results_check_id_position_pk" PRIMARY KEY("check_id","position")
);
--> statement-breakpoint
CREATE TABLE "checks" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" integer,
	"username" text NOT NULL,
	"controller_connection_id" uuid,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "automation_templates_name_idx";--> statement-breakpoint
DROP INDEX "saved_queries_name_idx";--> statement-breakpoint
ALTER TABLE "snapshots" ADD COLUMN "controller_connection_ids" uuid[];--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "controller_connection_ids" uuid[];--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "allow_partial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "expectation" jsonb;--> statement-breakpoint
ALTER TABLE "mim_graphs" ADD COLUMN "class_names" text[];--> statement-breakpoint
ALTER TABLE "mim_versions" ADD COLUMN "class_names" text[];--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "expect" jsonb;--> statement-breakpoint
ALTER TABLE "saved_queries" ADD COLUMN "parameters" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD COLUMN "controller_connection_ids" uuid[];--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD COLUMN "expectation" jsonb;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "notify_on_expectation" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "merge" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "allow_partial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "check_results" ADD CONSTRAINT "check_results_execution_id_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."executions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "check_results" ADD CONSTRAINT "check_results_check_id_checks_id_fk" FOREIGN KEY ("check_id") REFERENCES "public"."checks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checks" ADD CONSTRAINT "checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "check_results_execution_idx" ON "check_results" USING btree ("execution_id");--> statement-breakpoint
CREATE INDEX "checks_user_idx" ON "checks" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "checks_ownerless_idx" ON "checks" USING btree ("created_at") WHERE "checks"."user_id" is null;--> statement-breakpoint
CREATE INDEX "executions_expectation_idx" ON "executions" USING btree (("expectation" ->> 'status'),"executed_at","id");--> statement-breakpoint
CREATE INDEX "executions_merged_idx" ON "executions" USING gin ("controller_connection_ids") WHERE "executions"."controller_connection_ids" is not null;--> statement-breakpoint
CREATE INDEX "scheduled_executions_expectation_idx" ON "scheduled_executions" USING btree ("task_id",("expectation" ->> 'status'),"started_at","id");--> statement-breakpoint
CREATE INDEX "scheduled_executions_judged_idx" ON "scheduled_executions" USING btree ("task_id","controller_connection_id","started_at","id") WHERE "scheduled_executions"."expectation" is not null;