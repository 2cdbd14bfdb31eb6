CREATE TABLE "execution_drafts" (
	"execution_id" uuid PRIMARY KEY NOT NULL,
	"canvas" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "executions" ALTER COLUMN "saved_query_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ALTER COLUMN "saved_query_version" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pipeline_executions" ALTER COLUMN "saved_query_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "executions" ADD COLUMN "draft" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "scheduled_executions" ADD COLUMN "capture_snapshot" boolean;--> statement-breakpoint
ALTER TABLE "scheduled_tasks" ADD COLUMN "due_since" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "execution_drafts" ADD CONSTRAINT "execution_drafts_execution_id_executions_id_fk" FOREIGN KEY ("execution_id") REFERENCES "public"."executions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
UPDATE "scheduled_tasks" SET "due_since" = now() WHERE "enabled";
